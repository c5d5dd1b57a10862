import { expect, it, vi } from 'vitest';
import { base64Of } from './widget';

vi.mock('../viewer/worker-text', () => ({ default: '' }));

const BYTES = Uint8Array.from({ length: 70_000 }, (_, k) => k % 251);
const TEXT = Buffer.from(BYTES).toString('base64');

it.each([
  ['bytes', BYTES],
  ['a buffer', BYTES.buffer],
  ['a view into a longer buffer', new DataView(Uint8Array.of(9, ...BYTES.subarray(0, 9), 9).buffer, 1, 9)],
  ['text', TEXT]
])('takes %s', (name, packed) => {
  expect(base64Of(packed)).toBe(
    name.startsWith('a view') ? Buffer.from(BYTES.subarray(0, 9)).toString('base64') : TEXT
  );
});
