import { randomUUID } from 'node:crypto';
import type { Stamp } from '../store/stamps';
import type { Stamper } from './timbre';

/**
 * Returns a copy of the document with a stamp that belongs to another seal. A client must refuse this
 * stamp.
 */
export function withWrongStamp(stamp: Stamp, stamper: Stamper): Stamp {
  const otherSeal = Buffer.from(stamp.document.seal, 'base64').reverse().toString('base64');
  const sealed = stamp.xml.replace(stamp.tfd, '');
  const uuid = randomUUID();
  return { ...stamp, uuid, ...stamper(uuid, otherSeal, sealed, stamp.stampedAt) };
}
