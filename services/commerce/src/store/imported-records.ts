import type { LockMode } from '@mikro-orm/postgresql';
import { columnsOf, type RowOf, type Transaction } from '@timbre/kit';
import type { ImportKind } from '../domain/imports/columns';
import type { Owners, RowKeys } from '../domain/imports/find-record';
import type { CountedAt, Current } from '../domain/imports/judge-row';
import { Contact } from './contacts';
import { ImportRow, type ImportResult } from './imports';
import { Product } from './products';

const given = (keys: readonly RowKeys[], field: keyof RowKeys): string[] =>
  keys.flatMap((of) => of[field] ?? []);

/**
 * SQL that finds products by sku and by code, with one select each because each has its own index.
 */
const productKeys = `select r.id, 'sku' as field, r.sku as value from products r
    where r.org_id = $1 and r.sku = any($2::text[])
  union all select r.id, 'code', r.code from products r
    where r.org_id = $1 and r.code = any($3::text[])`;
/** Two contacts are enough to detect that an RFC is ambiguous. */
const contactKeys = `select r.id, 'code' as field, r.code as value, r.legal_name as name from contacts r
    where r.org_id = $1 and r.kind = $4 and r.code = any($2::text[])
  union all select c.id, 'rfc', x.rfc, c.legal_name from unnest($3::text[]) x (rfc) cross join lateral
    (select r.id, r.legal_name from contacts r where r.org_id = $1 and r.kind = $4 and r.rfc = x.rfc limit 2) c`;

/**
 * Finds the records that the values of the given rows identify.
 * @param rfcs are the RFCs that identify records, and further RFCs that are only compared for a
 * warning
 */
export async function findOwners(
  tx: Transaction,
  kind: ImportKind,
  keys: readonly RowKeys[],
  rfcs: readonly string[] = given(keys, 'rfc'),
): Promise<Owners> {
  const isProduct = kind === 'products';
  const values = isProduct
    ? [tx.organizationId, given(keys, 'sku'), given(keys, 'code')]
    : [tx.organizationId, given(keys, 'code'), [...new Set(rfcs)], contactKindOf(kind)];
  const rows = await tx.rows<{ id: string; field: string; value: string; name: string }>(
    isProduct ? productKeys : contactKeys,
    values,
  );
  const of = (field: string) => rows.filter((row) => row.field === field);
  const byValue = (field: string) => new Map(of(field).map(({ id, value }) => [value, id]));
  return {
    sku: byValue('sku'),
    code: byValue('code'),
    rfc: new Map(
      [...Map.groupBy(of('rfc'), ({ value }) => value)].map(([value, owners]) => [
        value,
        owners.map(({ id, name }) => ({ contactId: id, legalName: name })),
      ]),
    ),
  };
}

export const contactKindOf = (kind: ImportKind) =>
  kind === 'customers' ? ('customer' as const) : ('supplier' as const);

/**
 * Reads the locations whose stock the rows set, keyed by code; the default location has the key
 * `''`.
 */
export async function countingLocations(
  tx: Transaction,
  codes: string[],
): Promise<Map<string, CountedAt>> {
  const rows = await tx.rows<CountedAt & { code: string | null; isDefault: boolean }>(
    `select r.id, r.code, r.active, r.is_default as "isDefault" from locations r
     where r.org_id = $1 and (r.is_default or r.code = any($2::text[]))`,
    [tx.organizationId, codes],
  );
  const entries = rows.flatMap(({ code, isDefault, ...location }) => [
    ...(code === null ? [] : [[code, location] as const]),
    ...(isDefault ? [['', location] as const] : []),
  ]);
  return new Map(entries);
}

/**
 * Reads the stock of products. Each key consists of the product and the location, separated by a
 * space.
 */
export async function stockAt(
  tx: Transaction,
  productIds: string[],
  locationIds: string[],
): Promise<Map<string, string>> {
  const rows = await tx.rows<{ key: string; stock: string }>(
    `select r.product_id || ' ' || r.location_id as key, r.stock::text from inventory_levels r
     where r.org_id = $1 and r.product_id = any($2::uuid[]) and r.location_id = any($3::uuid[])`,
    [tx.organizationId, productIds, locationIds],
  );
  return new Map(rows.map(({ key, stock }) => [key, stock]));
}

/**
 * Reads and locks records in the order of their identifiers. The result is keyed by identifier and
 * omits deleted records.
 */
export async function recordsOf(
  tx: Transaction,
  kind: ImportKind,
  ids: string[],
  lockMode: LockMode.NONE | LockMode.PESSIMISTIC_WRITE,
): Promise<Map<string, Current>> {
  const em = await tx.entityManager();
  const where = { organizationId: tx.organizationId, id: { $in: ids } };
  const options = { lockMode, orderBy: { id: 'asc' as const } };
  const records =
    kind === 'products'
      ? await em.find(Product, where, options)
      : await em.find(Contact, where, options);
  return new Map(records.map((record) => [record.id, record as Current]));
}

const toWrite = columnsOf(ImportRow, 'importId', 'issues', 'warnings', 'result');

/** A row of an import that must be written. */
export type RowToWrite = RowOf<typeof toWrite>;

/** Reads the next rows to write, in the order of the file. */
export async function nextRows(
  tx: Transaction,
  importId: string,
  max: number,
): Promise<RowToWrite[]> {
  return tx.rows<RowToWrite>(
    `select ${toWrite} from import_rows where org_id = $1 and import_id = $2 and result is null
       and action in ('create', 'update') order by id limit $3`,
    [tx.organizationId, importId, max],
  );
}

/** The result of writing a row. */
export interface WrittenRow {
  id: string;
  recordId: string | null;
  result: ImportResult;
}

export async function saveResults(tx: Transaction, rows: readonly WrittenRow[]): Promise<void> {
  await tx.rows(
    `update import_rows r set result = x.result, record_id = x.record_id
     from unnest($2::uuid[], $3::uuid[], $4::text[]) x (id, record_id, result)
     where r.org_id = $1 and r.id = x.id`,
    [
      tx.organizationId,
      rows.map(({ id }) => id),
      rows.map(({ recordId }) => recordId),
      rows.map(({ result }) => result),
    ],
  );
}

export async function deleteRows(tx: Transaction, importId: string): Promise<void> {
  await tx.rows('delete from import_rows where org_id = $1 and import_id = $2', [
    tx.organizationId,
    importId,
  ]);
}
