import { createHash } from 'node:crypto';
import type { Resource } from '../database/resource';
import { conflict, type Refusal } from '../refusal/refusal';
import type { CallContext } from './context';
import type { Transaction } from './transaction';

/**
 * Refuses an act on something else than what limits or a person have judged. The caller holds the lock
 * of what it acts on; a call that nobody has judged reads nothing.
 * @param resource the form in which its reading operation shows it
 * @throws Refusal conflict document_changed
 */
export async function requireJudged(
  tx: Transaction,
  resource: Resource,
  id: string,
): Promise<void> {
  if (!tx.context.judged?.length) return;
  const { json, table } = resource;
  const select = `select ${json}::text as json from ${table} r where r.org_id = :org and r.id = $2`;
  await requireJudgedRow(tx, select, [id]);
}

/**
 * `requireJudged` of what a select shows.
 * @param select text like that of a query: `:org`, `:now`, its own values from `$2` on
 */
export async function requireJudgedRow(
  tx: Transaction,
  select: string,
  values: readonly unknown[],
): Promise<void> {
  const { judged = [] } = tx.context;
  if (judged.length === 0) return;
  compared.add(tx.context);
  const given = [tx.organizationId, ...values];
  const isTimed = select.includes(':now');
  if (isTimed) given.push(tx.businessNow);
  const sql = select.replaceAll(':org', '$1').replaceAll(':now', `$${given.length}::timestamptz`);
  const [row] = await tx.rows<{ json: string }>(sql, given);
  const present = row && shownVersion(readShown(row.json));
  if (judged.some((version) => version !== present)) throw documentChanged();
}

const compared = new WeakSet<CallContext>();

/**
 * Fails a command of one transaction that acts without comparing what was judged. One of several steps has
 * committed them when it ends, so each of its paths must compare before its first effect (decision 0414).
 * @throws Error
 */
export function requireCompared(context: CallContext): void {
  if (!context.judged?.length || compared.has(context)) return;
  throw new Error('the call was judged, and its command compares nothing (requireJudged)');
}

export const documentChanged = (): Refusal =>
  conflict(
    'The document has changed since it was judged for this request; read it and ask again with a new key.',
    'document_changed',
  );

/** Reads the JSON of a document with its numbers as their text, so that amounts stay exact. */
export const readShown = (json: string): unknown => JSON.parse(json, exact);

const exact = ((_: string, value: unknown, { source }: { source: string }) =>
  typeof value === 'number' ? source : value) as (
  this: unknown,
  key: string,
  value: unknown,
) => unknown;

/** What changes by the passing of days alone. */
const passing = ['buckets', 'warnings'];

/**
 * Digest of a document as `readShown` reads it: another one means that somebody has changed it.
 * @param shown undefined where there is nothing
 */
export const shownVersion = (shown: unknown): string =>
  createHash('sha256')
    .update(canonical(shown ?? null))
    .digest('hex');

/** The text of RFC 8785 for values without numbers. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const names = Object.keys(value).filter((name) => !passing.includes(name));
  const members = names.sort().map((name) => {
    const member = (value as Record<string, unknown>)[name];
    return `${JSON.stringify(name)}:${canonical(member)}`;
  });
  return `{${members.join()}}`;
}
