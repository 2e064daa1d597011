import { digest } from '../assistant/confirmation';
import type { Shown } from '../acts/act-facts';

/** What changes by the passing of days alone. */
const passing = ['buckets', 'warnings'];

/** Digest of what an act works on: another one means that somebody has changed it. */
export const versionOf = (document: Shown | undefined): string =>
  digest(document === undefined ? null : lasting(document));

function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !passing.includes(name));
  return Object.fromEntries(members.map(([name, member]) => [name, lasting(member)]));
}
