import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { onlyRow } from '@timbre/kit';
import type { ListEntry } from '../domain/lists/list-entry';

/**
 * An entry in one version of a list. The table has no primary key, because lists contain identical rows.
 */
export const ListEntryRecord = defineEntity({
  name: 'ListEntryRecord',
  tableName: 'list_entries',
  properties: {
    file: p.text().primary(),
    version: p.uuid().primary(),
    rfc: p.text().primary(),
    entry: p.json<Omit<ListEntry, 'rfc'>>(),
  },
});

/** A list whose last load failed. */
export const ListFailure = defineEntity({
  name: 'ListFailure',
  tableName: 'list_failures',
  properties: {
    file: p.text().primary(),
    reason: p.text(),
    failures: p.integer(),
    nextAt: p.datetime(),
  },
});

/** The version of a list that is in use. */
export const ListFile = defineEntity({
  name: 'ListFile',
  tableName: 'list_files',
  properties: {
    file: p.text().primary(),
    list: p.text().$type<'69b' | '69'>(),
    version: p.uuid(),
    listDate: p.date(),
    rowCount: p.integer(),
    loadedAt: p.datetime(),
  },
});

export type ListFile = InferEntity<typeof ListFile>;

/**
 * The time of the last load of a list, and the time of the next attempt if the last load failed.
 */
export type KnownList = Pick<ListFile, 'file'> & { [Name in 'loadedAt' | 'nextAt']: Date | null };

/** Reads the lists that were loaded or whose last load failed. */
export async function knownLists(systemPool: Pool): Promise<KnownList[]> {
  const { rows } = await systemPool.query<KnownList>(
    `select coalesce(l.file, f.file) as file, l.loaded_at as "loadedAt", f.next_at as "nextAt"
     from list_files l full join list_failures f on f.file = l.file`,
  );
  return rows;
}

/** Adds entries to a version of a list that is not in use yet. */
export async function addEntries(
  systemPool: Pool,
  file: string,
  version: string,
  entries: readonly ListEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ rfc, ...entry }) => ({ rfc, entry }));
  await systemPool.query(
    `insert into list_entries (file, version, rfc, entry)
     select $1, $2, e.rfc, e.entry from jsonb_to_recordset($3::jsonb) e (rfc text, entry jsonb)`,
    [file, version, JSON.stringify(rows)],
  );
}

/** Deletes a version of a list that is not in use. */
export async function dropVersion(systemPool: Pool, file: string, version: string): Promise<void> {
  await systemPool.query('delete from list_entries where file = $1 and version = $2', [
    file,
    version,
  ]);
}

/** A version of a list whose entries are all stored. */
export interface NewVersion extends Pick<ListFile, 'file' | 'list' | 'version' | 'listDate'> {
  rows: number;
  now: Date;
}

/**
 * Replaces the version of a list that is in use.
 * @param lostShareMax the maximum share of rows by which the new version may be smaller than the
 * version in use; a smaller version is not used
 * @returns true if the new version is now in use
 */
export async function useVersion(
  systemPool: Pool,
  { file, list, version, listDate, rows, now }: NewVersion,
  lostShareMax: number,
): Promise<boolean> {
  const { rowCount } = await systemPool.query(
    `insert into list_files as known (file, list, version, list_date, row_count, loaded_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (file) do update set version = excluded.version, list_date = excluded.list_date,
       row_count = excluded.row_count, loaded_at = excluded.loaded_at
     where excluded.row_count >= known.row_count * ${1 - lostShareMax}`,
    [file, list, version, listDate, rows, now],
  );
  if (rowCount !== 1) return false;
  await systemPool.query('delete from list_entries where file = $1 and version <> $2', [
    file,
    version,
  ]);
  return true;
}

export async function forgetFailure(systemPool: Pool, file: string): Promise<void> {
  await systemPool.query('delete from list_failures where file = $1', [file]);
}

/**
 * The wait before the next attempt, after a list could not be loaded, in milliseconds. Each
 * consecutive failure doubles the wait; the first wait is `firstMs`.
 */
export interface ListWait {
  firstMs: number;
  mostMs: number;
}

/**
 * Records that a list could not be loaded.
 * @returns the time of the next attempt to load the list
 */
export async function keepFailure(
  systemPool: Pool,
  file: string,
  reason: string,
  at: Date,
  { firstMs, mostMs }: ListWait,
): Promise<Date> {
  const { rows } = await systemPool.query<{ again: Date }>(
    `insert into list_failures as f (file, reason, failures, next_at)
     values ($1, $2, 1, $3::timestamptz + $4 * interval '1 ms')
     on conflict (file) do update set reason = excluded.reason, failures = f.failures + 1,
       next_at = $3::timestamptz
         + least($5, $4 * power(2, least(f.failures, 10))) * interval '1 ms'
     returning next_at as again`,
    [file, reason, at, firstMs, mostMs],
  );
  return onlyRow(rows).again;
}
