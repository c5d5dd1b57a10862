import { ReportError } from './error';

/**
 * A few kilobytes can unpack to any size; no report does to more than this. The twin of a number in
 * `jax_viz/document/codec.py`.
 */
const MOST_BYTES = 256 * 2 ** 20;

/**
 * Base64 of gzipped UTF-8 → text, in the browser and its workers.
 *
 * @throws ReportError where it is neither, is cut short, or unpacks to more than any report does.
 */
export async function inflate(base64: string, most = MOST_BYTES): Promise<string> {
  try {
    const binary = atob(base64);
    const bytes = new Uint8Array(binary.length);
    for (let k = 0; k < binary.length; k++) bytes[k] = binary.charCodeAt(k);
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
    const decoder = new TextDecoder();
    let text = '';
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.length;
      if (size > most) {
        void reader.cancel();
        throw new ReportError(
          `This output unpacks to more than ${Math.round(most / 2 ** 20)} MiB, which no report of jax_viz does: it is ` +
            'not opened. Run the cell again.'
        );
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    if (error instanceof ReportError) throw error;
    throw new ReportError(
      'This jax_viz report cannot be unpacked: it was cut short or changed on its way. Run the cell again, or save ' +
        'the report again with report.save(...).'
    );
  }
}

/** Bytes that a packed text has when it is inflated, as its last four bytes say; 0 where it has none. */
export function inflatedSize(base64: string): number {
  try {
    // Four characters are three bytes, so the last eight hold the number whole, whatever fills up the end.
    const end = atob(base64.slice(-8));
    if (end.length < 4) return 0;
    return [1, 2, 3, 4].reduce((size, k) => size * 256 + end.charCodeAt(end.length - k), 0);
  } catch {
    return 0;
  }
}
