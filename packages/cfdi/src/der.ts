import { CredentialError } from './certificate';

/** The DER tags that occur in key files. */
export const tags = { integer: 0x02, octets: 0x04, identifier: 0x06, sequence: 0x30 } as const;

type Tag = (typeof tags)[keyof typeof tags];

/**
 * Returns the contents of the first elements, if the elements have the expected tags.
 * @throws CredentialError unreadable
 */
export function members<Tags extends Tag[]>(
  bytes: Uint8Array,
  ...expected: Tags
): { [Index in keyof Tags]: Uint8Array } {
  const elements = elementsOf(bytes).slice(0, expected.length);
  if (!expected.every((tag, index) => elements[index]?.tag === tag)) throw unreadable();
  return elements.map(({ content }) => content) as { [Index in keyof Tags]: Uint8Array };
}

/** Returns the content of the first DER element with this tag, at any position. */
export const optional = (bytes: Uint8Array, wanted: Tag): Uint8Array | undefined =>
  elementsOf(bytes).find(({ tag }) => tag === wanted)?.content;

/** Reads big-endian bytes as an integer. The result is inexact for values above 2^53. */
export const unsigned = (bytes: Uint8Array): number =>
  bytes.reduce((total, byte) => total * 256 + byte, 0);

/** Returns the consecutive DER elements in the bytes. */
function elementsOf(bytes: Uint8Array): { tag: number; content: Uint8Array }[] {
  const elements: { tag: number; content: Uint8Array }[] = [];
  for (let at = 0; at < bytes.length;) {
    const { tag, start, end } = elementAt(bytes, at);
    elements.push({ tag, content: bytes.subarray(start, end) });
    at = end;
  }
  return elements;
}

/**
 * Reads the DER element at a position. The length field of an element has one byte, or a byte count and up to
 * four bytes. Indefinite lengths are rejected.
 */
function elementAt(bytes: Uint8Array, at: number) {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined) throw unreadable();
  const lengthBytes = first < 0x80 ? 0 : first - 0x80;
  if (first === 0x80 || lengthBytes > 4) throw unreadable();
  const start = at + 2 + lengthBytes;
  const end = start + (first < 0x80 ? first : unsigned(bytes.subarray(at + 2, start)));
  if (end > bytes.length) throw unreadable();
  return { tag, start, end };
}

const unreadable = () => new CredentialError('not an encrypted private key', 'unreadable');
