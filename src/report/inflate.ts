/** Base64 of gzipped UTF-8 → text, in the browser and its workers. */
export async function inflate(base64: string): Promise<string> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let k = 0; k < binary.length; k++) bytes[k] = binary.charCodeAt(k);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
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
