import { certain, Decimal, isUuid, parseDocumentRef } from '@timbre/fiscal';
import { isFinal, notFound, readShown, shownVersion, type CallContext } from '@timbre/kit';
import type { Principal } from '../../identity';
import { validate } from '../operations/validate';
import type { Irreversible } from '../operations/irreversible';
import type { Backend, OperationRow } from '../operations/operation';
import type { Subject } from '../operations/subject';
import type { Given, Seen } from './action-facts';

/** The document that an action affects, and the operation that reads it. */
export interface Target {
  operation: string;
  argument: string;
  value: string;
}

/**
 * @returns undefined for an action that reads no document, and for arguments that name no document
 */
function targetOf(
  operations: OperationRow[],
  { read: reader, readsNothing }: Irreversible,
  given: Record<string, unknown>,
): Target | undefined {
  if (readsNothing) return undefined;
  const argument = reader?.argument ?? 'documentRef';
  const value = given[argument];
  if (typeof value !== 'string') return undefined;
  const operation = reader?.operation.id ?? readerOf(operations, value);
  return operation ? { operation, argument, value } : undefined;
}

/** Returns the name of the operation that reads the document with this reference. */
function readerOf(operations: OperationRow[], documentRef: string): string | undefined {
  const prefix = parseDocumentRef(documentRef)?.prefix;
  return operations.find(({ tool, choice }) => tool === 'get_document' && choice === prefix)?.id;
}

/**
 * Returns the first (newest) entry of a document list whose argument has this value.
 * @throws Refusal not_found
 */
function entryOf(entries: Given[], { argument, value }: Target): Given {
  const entry = entries.find((one) => one[argument] === value.toLowerCase());
  if (!entry) throw notFound('document');
  return entry;
}

/** Whether the credential may read the document that its action affects. */
export function isReadable(
  { operations }: Pick<Table, 'operations'>,
  action: Irreversible,
  given: Given,
  { permissions: held }: Principal,
): boolean {
  const target = targetOf(operations, action, given);
  const reader = operations.find(({ id }) => id === target?.operation);
  return reader !== undefined && reader.permissions.every((name) => held.has(name));
}

/** The operation rows, and the services that they call. */
export interface Table {
  operations: OperationRow[];
  backend: Backend;
}

/**
 * Reads the document of an action in order to decide on the action. The document must not be shown
 * to the caller, who may lack permission to read it.
 * @throws Refusal not_found
 */
export async function readTarget(
  { operations, backend }: Table,
  target: Target,
  context: CallContext,
  credential: Principal,
): Promise<{ shown: unknown; subject: Subject | undefined }> {
  const reader = certain(
    operations.find(({ id }) => id === target.operation),
    'the operation',
  );
  const { argument, value } = target;
  if (reader.isList && !isUuid(value)) throw notFound('document');
  const input = validate(reader, {
    params: reader.isList ? {} : { [argument]: value },
    search: new URLSearchParams(reader.isList ? { query: value } : {}),
    idempotencyKey: undefined,
    body: undefined,
    bodyIssues: [],
  });
  const { permissions } = reader;
  const body = await reader.call(
    backend,
    input,
    { ...context, permissions, idempotency: undefined },
    { ...credential, permissions: new Set(permissions) },
  );
  const { data } = readShown(Buffer.from(body as Uint8Array).toString()) as {
    data: Given | Given[];
  };
  const shown = Array.isArray(data) ? entryOf(data, target) : data;
  return { shown, subject: reader.subject?.(shown) };
}

/**
 * The document of an action, with digests of the version that was checked against limits and shown
 * to people.
 */
export interface JudgedTarget extends Seen {
  /** The digest of the document that a person confirms. */
  version: string;
  /**
   * The digests that are passed to the transaction that performs the action; empty for an action
   * without a document.
   */
  judged: string[];
}

/**
 * Reads the document of an action, in order to check the credential's limits and to show the
 * document to the person who confirms.
 * @throws Refusal not_found, document_changed
 */
export async function judgedTarget(
  table: Table,
  action: Irreversible,
  { given, context }: { given: Given; context: CallContext },
  credential: Principal,
): Promise<JudgedTarget> {
  const target = targetOf(table.operations, action, given);
  const read = target && (await readTarget(table, target, context, credential));
  const version = shownVersion(read?.shown);
  const seen = { subject: read?.subject, version, judged: target ? [version] : [] };
  const { amount } = action;
  if (typeof amount !== 'object') return seen;
  // The computed amount must belong to exactly this version of the document.
  const asking: CallContext = { ...context, idempotency: undefined, judged: seen.judged };
  try {
    return {
      ...seen,
      computed: Decimal.from(await amount.compute(table.backend.services, given, asking)),
    };
  } catch (error) {
    // A final refusal is returned instead of thrown. The action itself will then be refused in the
    // same way for this version of the document, or it is a repeated action that gets its stored
    // response.
    if (!isFinal(error) || error.details.reason === 'document_changed') throw error;
    return { ...seen, refused: error };
  }
}
