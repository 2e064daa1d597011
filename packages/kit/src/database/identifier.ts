import { randomFillSync } from 'node:crypto';
import { parseDocumentRef, type DocumentPrefix } from '@timbre/fiscal';
import { NIL, v7 as uuidv7 } from 'uuid';
import { notFound } from '../refusal/refusal';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Whether the text is a valid identifier (UUID). Text that is not an identifier is treated like an
 * unknown identifier.
 */
export const isIdentifier = (text: string): boolean => uuid.test(text);

/**
 * Returns the identifier from a document reference of this kind.
 * @param name is the noun for the document in the message of the 404
 * @throws Refusal not_found for a reference of another kind
 */
export function referencedId(reference: string, kind: DocumentPrefix, name: string): string {
  const id = parseDocumentRef(reference, kind)?.id;
  if (id === undefined) throw notFound(name);
  return id;
}

/** The identifier that sorts before all other identifiers. */
export const nilUuid = NIL;

/**
 * Returns a list filter for an identifier in the request; no filter if the identifier is undefined.
 * Text that is not an identifier matches no row.
 */
export const byIdentifier = (column: string, id: string | undefined): [string, unknown][] =>
  id === undefined ? [] : [[`${column} = $1::uuid`, isIdentifier(id) ? id : nilUuid]];

/**
 * A buffer of random bytes. The buffer is filled at once, because a system call for a few bytes
 * costs as much as a system call for many bytes.
 */
const entropy = Buffer.alloc(4_096);
let used = entropy.length;
let lastMs = 0;
let sequence = 0;

/**
 * Returns a new UUIDv7 identifier, so that the order of the primary key is the order of creation.
 * Identifiers of the same millisecond increase from a random start (RFC 9562, section 6.2, method
 * 1).
 */
export function newId(): string {
  const random = takeRandom();
  const nowMs = Date.now();
  if (nowMs > lastMs) {
    lastMs = nowMs;
    sequence = random.readUInt32BE(6) >>> 1;
  } else sequence += 1;
  return uuidv7({ msecs: lastMs, seq: sequence, random });
}

function takeRandom(): Buffer {
  if (used === entropy.length) {
    randomFillSync(entropy);
    used = 0;
  }
  used += 16;
  return entropy.subarray(used - 16, used);
}
