const SEQUENCE = 0x30;
const OBJECT_IDENTIFIER = 0x06;

/**
 * Whether the bytes have the outer form of an encrypted PKCS#8 key (RFC 5958, EncryptedPrivateKeyInfo),
 * the SAT's `.key` file: one sequence that fills the file and begins with an algorithm. A key that is
 * not encrypted begins with a version number instead and would open with any passphrase.
 */
export function isEncryptedKey(der: Uint8Array): boolean {
  const outer = elementAt(der, 0);
  if (outer?.tag !== SEQUENCE || outer.end !== der.length) return false;
  const algorithm = elementAt(der, outer.start);
  if (algorithm?.tag !== SEQUENCE) return false;
  return elementAt(der, algorithm.start)?.tag === OBJECT_IDENTIFIER;
}

/** Tag, first byte of the content and first byte after it of the DER element at an offset. */
function elementAt(der: Uint8Array, offset: number) {
  const [tag, first] = [der[offset], der[offset + 1]];
  if (tag === undefined || first === undefined) return undefined;
  if (first < 0x80) return { tag, start: offset + 2, end: offset + 2 + first };
  const lengthBytes = der.subarray(offset + 2, offset + 2 + (first & 0x7f));
  const length = lengthBytes.reduce((total, byte) => total * 256 + byte, 0);
  const start = offset + 2 + lengthBytes.length;
  return { tag, start, end: start + length };
}
