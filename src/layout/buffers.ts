/** The memory that a message hands over with it, so that the receiver need not copy it. */

/** Every buffer behind a typed array in plain objects and lists, once. */
export function buffersIn(data: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(data)) found.add(data.buffer as ArrayBuffer);
  else if (typeof data === 'object' && data !== null) for (const part of Object.values(data)) buffersIn(part, found);
  return Array.from(found);
}
