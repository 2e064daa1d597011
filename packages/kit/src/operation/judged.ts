import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { certain } from '@timbre/fiscal';
import type { Resource } from '../database/resource';
import { conflict, type Refusal } from '../refusal/refusal';
import { noteCompared } from './compared';
import type { Transaction } from './transaction';

/**
 * Refuses an action on a document that has changed since a limit was checked against it or a person
 * approved the action. The caller must have locked the document. For a call without document
 * digests, nothing is read.
 * @param resource is the rendering of the document that clients read and from which the digest was
 * calculated
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
 * Compares the row that a select returns with the document digest of the call, as `requireJudged`
 * does.
 * @param select is the SQL text as for a query: it may contain `:org`, `:now`, and its own values
 * starting at `$2`
 */
export async function requireJudgedRow(
  tx: Transaction,
  select: string,
  values: readonly unknown[],
): Promise<void> {
  const { judged = [] } = tx.context;
  if (judged.length === 0) return;
  noteCompared(tx.context);
  const given = [tx.organizationId, ...values];
  const isTimed = select.includes(':now');
  if (isTimed) given.push(tx.businessNow);
  const sql = select.replaceAll(':org', '$1').replaceAll(':now', `$${given.length}::timestamptz`);
  const [row] = await tx.rows<{ json: string }>(sql, given);
  const present = row && shownVersion(readShown(row.json));
  if (judged.some((version) => version !== present)) throw documentChanged();
}

export const documentChanged = (): Refusal =>
  conflict(
    'The document has changed since it was judged for this request; read it and ask again with a new key.',
    'document_changed',
  );

/** Parses the JSON of a document and keeps its numbers as text, so that amounts stay exact. */
export const readShown = (json: string): unknown => JSON.parse(json, exact);

const exact = ((_: string, value: unknown, { source }: { source: string }) =>
  typeof value === 'number' ? source : value) as (
  this: unknown,
  key: string,
  value: unknown,
) => unknown;

/** Members whose values change merely because time passes, and which are therefore not compared. */
const passing = ['buckets', 'warnings'];

/**
 * Returns the SHA-256 of the canonical JSON (RFC 8785) of a document that `readShown` has parsed. A
 * different digest means that another caller has changed the document.
 * @param shown is the document; undefined if there is no document
 */
export const shownVersion = (shown: unknown): string =>
  hash('sha256', certain(canonicalize(lasting(shown ?? null)), 'the text'), 'hex');

function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !passing.includes(name));
  return Object.fromEntries(members.map(([name, member]) => [name, lasting(member)]));
}
