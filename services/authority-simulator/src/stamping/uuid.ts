import { createHash } from 'node:crypto';
import type { PacName } from '../scenarios/knobs';

/**
 * The namespaces of the UUIDs, one for each PAC. Two PACs assign different UUIDs to the same seal, as real
 * PACs do.
 */
const NAMESPACES: Record<PacName, string> = {
  sw: '5f0c6f6e2a8d4f0e9b5a1c7d3e2f4a60',
  finkok: 'c1d9b7a4583e4c6f8a2b0d9e7f6c5b41',
};

/**
 * Returns the UUID of a stamp, which is the UUIDv5 (RFC 9562 §5.5) of the SHA-256 of the Sello. Real PACs
 * also use name-based UUIDs.
 */
export function stampUuid(pac: PacName, seal: string): string {
  const name = createHash('sha256').update(seal, 'utf8').digest();
  const hash = createHash('sha1').update(Buffer.from(NAMESPACES[pac], 'hex')).update(name);
  const bytes = hash.digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  const [, a, b, c, d, e] = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(hex) ?? [];
  return [a, b, c, d, e].join('-');
}
