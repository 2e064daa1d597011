import { LockMode } from '@mikro-orm/postgresql';
import { importedInput } from '@timbre/api';
import { certain, Decimal, itemAt, valueAt } from '@timbre/fiscal';
import { applyPatch, type Transaction } from '@timbre/kit';
import type { ImportKind } from '../../domain/imports/columns';
import { findRecord, keysOf, type Owners } from '../../domain/imports/find-record';
import {
  changesRecord,
  recordValues,
  storedValues,
  type Current,
} from '../../domain/imports/judge-row';
import { contactChanged, contactMessage } from '../../store/contact-changed';
import { Contact, contactSearchText } from '../../store/contacts';
import {
  contactKindOf,
  findOwners,
  recordsOf,
  type WrittenRow,
  type RowToWrite,
} from '../../store/imported-records';
import type { Import } from '../../store/imports';
import { lockLevels } from '../../store/inventory';
import { keepLocations } from '../../store/locations';
import { productChanged, productMessage } from '../../store/product-changed';
import { Product, productSearchText } from '../../store/products';
import { moveStock } from '../move-stock';

/**
 * The current data against which a chunk of rows is validated again, because records may have
 * changed since the preview.
 */
interface Present {
  records: ReadonlyMap<string, Current>;
  owners: Owners;
  /** The active locations, which are locked against archiving. */
  locations: ReadonlySet<string>;
}

/**
 * Writes rows of a preview and emits their events, as the operations of the API do. A row whose
 * record, identifying value or location has changed since the preview is not written.
 */
export async function writeRows(
  tx: Transaction,
  job: Import,
  rows: readonly RowToWrite[],
): Promise<WrittenRow[]> {
  const present = await presentOf(tx, job, rows);
  const written = rows.map((row) => writeRow(tx, job, row, present));
  await countStock(
    tx,
    job,
    rows.flatMap((row, index) => {
      const { recordId, result } = itemAt(written, index);
      const isWritten = result === 'created' || result === 'updated';
      return isWritten && recordId && row.locationId ? [{ row, recordId }] : [];
    }),
  );
  return written;
}

/** Locks records and then locations, which is the order of all writes. */
async function presentOf(
  tx: Transaction,
  { kind }: Import,
  rows: readonly RowToWrite[],
): Promise<Present> {
  const ids = rows.flatMap(({ recordId }) => recordId ?? []);
  const records = await recordsOf(tx, kind, ids, LockMode.PESSIMISTIC_WRITE);
  const owners = await findOwners(
    tx,
    kind,
    rows.map(({ values }) => keysOf(kind, values)),
  );
  const places = new Set(rows.flatMap(({ locationId }) => locationId ?? []));
  const active = (await keepLocations(tx, [...places])).filter((place) => place.active);
  return { records, owners, locations: new Set(active.map(({ id }) => id)) };
}

function writeRow(tx: Transaction, job: Import, row: RowToWrite, present: Present): WrittenRow {
  const changed = {
    id: row.id,
    recordId: row.recordId ?? null,
    result: 'changed_since_preview' as const,
  };
  const { recordId, issues } = findRecord(keysOf(job.kind, row.values), present.owners);
  // No record is found for a row without an identifying value (sku, code or RFC) or with a new
  // identifying value.
  const isTaken = recordId !== undefined && recordId !== row.recordId;
  if (isTaken || issues.length > 0) return changed;
  if (row.locationId && !present.locations.has(row.locationId)) return changed;
  const values = storedValues(recordValues(row.values));
  if (!row.recordId) return { ...changed, recordId: create(tx, job, values), result: 'created' };
  const current = present.records.get(row.recordId);
  if (!current) return changed;
  const change = { values, cleared: row.cleared };
  const isChange = changesRecord(current, change);
  if (current.version !== row.recordVersion) {
    return isChange || row.locationId ? changed : { ...changed, result: 'unchanged' };
  }
  if (isChange) update(tx, job, current, change);
  return { ...changed, result: 'updated' };
}

/** Sets every missing field to null, so that one insert stores all rows of a chunk. */
const withEveryField = (kind: ImportKind, values: Record<string, unknown>) => {
  const nulls = Object.keys(importedInput[kind].shape).map((field) => [field, null] as const);
  return { ...recordValues(Object.fromEntries(nulls)), ...values };
};

function create(tx: Transaction, { kind }: Import, values: Record<string, unknown>): string {
  const own = { id: tx.newId(), version: 1, createdAt: tx.now, updatedAt: tx.now };
  if (kind === 'products') {
    const searchText = productSearchText(values);
    const added = { ...own, active: true, searchText, ...withEveryField(kind, values) };
    tx.add(Product, added);
    // The cast is safe, because `withEveryField` has added every column to the record.
    tx.emit(productChanged(productMessage(added as unknown as Product)));
  } else {
    const searchText = contactSearchText(values);
    const added = {
      ...own,
      kind: contactKindOf(kind),
      searchText,
      ...withEveryField(kind, values),
    };
    tx.add(Contact, added);
    // The cast is safe, because `withEveryField` has added every column to the record.
    tx.emit(contactChanged(contactMessage(added as unknown as Contact)));
  }
  return own.id;
}

function update(
  tx: Transaction,
  { kind }: Import,
  record: Current,
  { values, cleared }: { values: Record<string, unknown>; cleared: string[] },
): void {
  applyPatch(record, values, cleared);
  record['updatedAt'] = tx.now;
  if (kind === 'products') {
    // The cast is safe, because the kind of the import determines the table of its records.
    const product = record as unknown as Product;
    product.searchText = productSearchText(product);
    tx.emit(() => productChanged(productMessage(product)));
  } else {
    // The cast is safe, because the import is an import of customers or suppliers.
    const contact = record as unknown as Contact;
    contact.searchText = contactSearchText(contact);
    tx.emit(() => contactChanged(contactMessage(contact)));
  }
}

/**
 * Sets the stock to the counted quantity by adding the difference, under the lock of the stock
 * level.
 */
async function countStock(
  tx: Transaction,
  { fileName }: Import,
  counted: { row: RowToWrite; recordId: string }[],
): Promise<void> {
  if (counted.length === 0) return;
  const keys = counted.map(({ row, recordId }) => ({
    productId: recordId,
    locationId: certain(row.locationId, 'locationId'),
  }));
  const levels = await lockLevels(tx, keys);
  const levelOf = new Map(levels.map((level) => [level.productId, level]));
  const moves = counted.flatMap(({ row, recordId: productId }, index) => {
    const level = valueAt(levelOf, productId);
    const stock = Decimal.from(row.values['stock'] as number);
    const difference = stock.minus(Decimal.from(level.stock));
    // A new stock level (version 0) is written even if the stock is zero, so that the product is
    // tracked afterwards.
    if (difference.isZero() && level.version > 0) return [];
    const quantity = difference.toString();
    const kind = 'import' as const;
    return [{ ...itemAt(keys, index), kind, quantity, reason: fileName, paths: [['stock']] }];
  });
  if (moves.length > 0) await moveStock(tx, moves);
}
