import {
  importedInput,
  importedPatch,
  issuesOf,
  rfcWarnings,
  type importAction,
} from '@timbre/api';
import { Decimal, type CalendarDate, type Issue } from '@timbre/fiscal';
import { contactIssues, rfcRepeated, type ContactFacts, type SameRfc } from '../contact';
import { productIssues, productWarnings } from '../product';
import type { GivenRow } from './cells';
import { requiredFields, type ImportKind } from './columns';

export type ImportAction = (typeof importAction.options)[number];

/** The current state of a product or contact. */
export type Current = Record<string, unknown> & { id: string; version: number };

/** The location whose stock a row sets. */
export interface CountedAt {
  id: string;
  active: boolean;
}

/** The stored data against which a row is validated. */
export interface Known {
  /** The record that the row changes; undefined if the row creates a record. */
  current?: Current | undefined;
  /** The location whose stock the row sets. */
  location?: CountedAt | undefined;
  /**
   * The current stock of the product at the location; undefined if the product has no stock level
   * there.
   */
  stock?: string | undefined;
  /**
   * Another contact of the same kind with the same RFC, or an earlier line of the file with this
   * RFC.
   */
  sameRfc?: SameRfc | { line: number } | undefined;
  onDate: CalendarDate;
}

export interface JudgedRow {
  action: ImportAction;
  /** The fields in the format of the API. */
  values: Record<string, unknown>;
  cleared: string[];
  issues: Issue[];
  /** The warnings that the API would return for a single request with the same values. */
  warnings: Issue[];
}

/**
 * Validates a row with the rules that the API applies to a request that creates or changes the
 * record. Issues and warnings have the paths and codes of the API. A row that will not be written
 * has no warnings.
 */
export function judgeRow(kind: ImportKind, row: GivenRow, known: Known): JudgedRow {
  const { current } = known;
  const request = requestOf(kind, row.given, current);
  const schema = current ? importedPatch[kind] : importedInput[kind];
  const parsed = schema.safeParse(request);
  if (!parsed.success) {
    const found = issuesOf(schema, parsed.error, request);
    const issues = [
      ...row.issues,
      ...found.map(({ path, code, message }) => ({ path, code, message })),
    ];
    const cleared = nullsOf(request);
    return { action: 'invalid', values: shown(request), cleared, issues, warnings: [] };
  }
  const data = parsed.data as Record<string, unknown>;
  const values = withoutNulls(data);
  const cleared = nullsOf(data);
  const merged = { ...current, ...values, ...Object.fromEntries(cleared.map((f) => [f, null])) };
  const issues = [
    ...row.issues,
    ...rulesOf(kind, merged, known.onDate),
    ...locationIssues(values, known.location),
  ];
  const action = issues.length > 0 ? 'invalid' : actionOf({ values, cleared }, known);
  const warnings = isWritten(action) ? warningsOf(kind, { merged, values }, known) : [];
  return { action, values: shown(values), cleared, issues, warnings };
}

/** Whether the import writes rows with this action. */
export const isWritten = (action: ImportAction): boolean =>
  action === 'create' || action === 'update';

function warningsOf(
  kind: ImportKind,
  { merged, values }: { merged: Record<string, unknown>; values: Record<string, unknown> },
  { sameRfc, onDate }: Known,
): Issue[] {
  if (kind === 'products') return productWarnings(merged, onDate);
  return [
    ...rfcWarnings(values['rfc'] as string | undefined),
    ...(sameRfc ? [rfcRepeated(sameRfc)] : []),
  ];
}

function actionOf(change: Change, { current, stock }: Known): ImportAction {
  if (!current) return 'create';
  const isCounted = change.values['stock'] !== undefined;
  const isStockNew = isCounted && !isSame('stock', change.values['stock'], stock);
  return isStockNew || changesRecord(current, change) ? 'update' : 'unchanged';
}

/** The new values, keyed by field with decimals as text, and the fields to clear. */
export interface Change {
  values: Record<string, unknown>;
  cleared: readonly string[];
}

/** Whether the change affects the record itself. Stock is not part of the record. */
export function changesRecord(current: Current, { values, cleared }: Change): boolean {
  const given = Object.entries(recordValues(values));
  return (
    given.some(([field, value]) => !isSame(field, value, current[field])) ||
    cleared.some((field) => current[field] != null)
  );
}

/** Returns the values of the record, without the columns that exist only in files. */
export function recordValues(values: Record<string, unknown>): Record<string, unknown> {
  const { stock: _, locationCode: __, ...own } = values;
  return own;
}

const decimals: ReadonlySet<string> = new Set(['price', 'taxRate', 'stock']);

/**
 * Returns values in the format of the API, with decimals as numbers. No digits are lost, because
 * `readCells` accepts only numbers that can be stored exactly.
 */
const shown = (values: Record<string, unknown>): Record<string, unknown> =>
  mapped(values, (field, value) =>
    decimals.has(field) && typeof value === 'string' && Decimal.parse(value)
      ? Decimal.from(value).toNumber()
      : value,
  );

/** Returns values in the format of the database, with decimals as text. */
export const storedValues = (values: Record<string, unknown>): Record<string, unknown> =>
  mapped(values, (field, value) =>
    decimals.has(field) && typeof value === 'number' ? Decimal.from(value).toString() : value,
  );

const mapped = (
  values: Record<string, unknown>,
  change: (field: string, value: unknown) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, change(field, value)]));

const withoutNulls = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value != null));

const nullsOf = (values: Record<string, unknown>): string[] =>
  Object.keys(values).filter((field) => values[field] === null);

function isSame(field: string, given: unknown, current: unknown): boolean {
  if (decimals.has(field) && typeof given === 'string' && typeof current === 'string') {
    return Decimal.from(given).equals(Decimal.from(current));
  }
  return canonical(given) === canonical(current);
}

/**
 * Returns a canonical text that is the same for equal values; the order of an address's members
 * does not matter.
 */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value).filter(([, member]) => member != null);
  return JSON.stringify(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Converts a row of the file to a request of the API. For a new record, a cleared optional field is
 * omitted.
 */
function requestOf(
  kind: ImportKind,
  given: Record<string, unknown>,
  current: Current | undefined,
): Record<string, unknown> {
  const request: Record<string, unknown> = {};
  const address: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(given)) {
    const [name, member] = field.split('.') as [string, string?];
    if (member !== undefined) address[member] = value;
    else if (value !== null || current || requiredFields[kind].includes(name))
      request[name] = value;
  }
  if (Object.keys(address).length === 0) return request;
  const before = (current?.['address'] ?? { country: 'MEX' }) as Record<string, unknown>;
  return { ...request, address: withoutNulls({ ...before, ...address }) };
}

function rulesOf(kind: ImportKind, merged: Record<string, unknown>, onDate: CalendarDate): Issue[] {
  if (kind === 'products') return productIssues(merged, onDate);
  const contactKind = kind === 'customers' ? 'customer' : 'supplier';
  return contactIssues({ ...(merged as Partial<ContactFacts>), kind: contactKind }, onDate);
}

/**
 * - location_not_found: your organization has no such location, or it has no location yet
 */
function locationIssues(
  { stock, locationCode }: Record<string, unknown>,
  location: CountedAt | undefined,
): Issue[] {
  if (stock === undefined || location?.active) return [];
  const path = ['locationCode'];
  if (location) {
    const message = 'The location is archived; no goods are counted there.';
    return [{ path, code: 'location_archived', message }];
  }
  const message =
    locationCode === undefined
      ? 'Your organization has no location; create one, so that stock can be counted there.'
      : 'Your organization has no location with this code.';
  return [{ path, code: 'location_not_found', message }];
}
