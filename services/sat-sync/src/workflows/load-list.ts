import type { Pool } from 'pg';
import { certain, localDateIn } from '@timbre/fiscal';
import { newId } from '@timbre/kit';
import { columnsOf69, entryOf69 } from '../domain/lists/list-69';
import { entryOf69b, isHeader69b, list69bDate } from '../domain/lists/list-69b';
import type { ListEntry, SkippedRow } from '../domain/lists/list-entry';
import { SatFault } from '../domain/sat-fault';
import { addEntries, dropVersion, useVersion } from '../store/loaded-lists';

/**
 * A list of the SAT, with the address of its file, its article, and the default supuesto of its
 * rows.
 */
export interface SatList {
  file: string;
  list: '69b' | '69';
  situation: string;
}

export interface ListSource {
  modifiedAt: Date | undefined;
  rows: AsyncIterable<string[]>;
}

export interface ListProviders {
  lists: { open(file: string): Promise<ListSource> };
}

export interface LoadedList {
  rows: number;
  skipped: Record<SkippedRow, number>;
}

/**
 * The maximum share of rows that a new version of a list may lose. A list that loses more rows is
 * considered broken.
 */
const lostShareMax = 0.05;
const batchRows = 1_000;
const rowsMax = 5_000_000;

/**
 * Stores a list as a new version next to the version in use, and puts the new version into use at
 * the end. If the load fails, the old version stays in use.
 * @param keep renews the right of this process to load lists; otherwise, another process would
 * delete the new rows
 * @throws TurnLost; SatFault page_not_recognised if the new list has no header, no date, or fewer
 * than 95 % of the rows of the version in use
 */
export async function loadList(
  pool: Pool,
  list: SatList,
  source: ListSource,
  now: Date,
  keep: () => Promise<void>,
): Promise<LoadedList> {
  const { file } = list;
  const version = newId();
  const skipped = { suppressed: 0, unreadable: 0 };
  const reader = readerOf(list, source.modifiedAt, now);
  let batch: ListEntry[] = [];
  let rows = 0;
  const flush = async () => {
    await keep();
    await addEntries(pool, file, version, batch);
    batch = [];
  };
  try {
    for await (const row of source.rows) {
      const entry = reader.read(row);
      if (entry === undefined) continue;
      if (typeof entry === 'string') skipped[entry] += 1;
      else batch.push(entry);
      rows += 1;
      if (rows > rowsMax) throw new SatFault('page_not_recognised', `${file} has too many rows`);
      if (batch.length === batchRows) await flush();
    }
    await flush();
    const listDate = reader.date();
    if (!listDate) throw new SatFault('page_not_recognised', `${file} is not a list of the SAT`);
    const loaded = { file, list: list.list, version, listDate, rows, now };
    if (!(await useVersion(pool, loaded, lostShareMax)))
      throw new SatFault('page_not_recognised', `${file} has lost its rows`);
  } catch (error) {
    await dropVersion(pool, file, version);
    throw error;
  }
  return { rows, skipped };
}

/**
 * Returns a function that reads the rows after the header of a list. The date of the list is known
 * as soon as the header was found.
 */
function readerOf({ list, situation }: SatList, modifiedAt: Date | undefined, now: Date) {
  let date: string | undefined;
  let columns: ReturnType<typeof columnsOf69>;
  let hasHeader = false;
  const dayOf = (at: Date) => localDateIn(at.getTime(), 'America/Mexico_City');
  return {
    date: () => (hasHeader ? date : undefined),
    read(row: string[]): ListEntry | SkippedRow | undefined {
      if (hasHeader)
        return list === '69b'
          ? entryOf69b(row)
          : entryOf69(certain(columns, 'columns'), situation, row);
      if (list === '69b') {
        date ??= list69bDate(row[0] ?? '');
        hasHeader = isHeader69b(row);
      } else {
        columns = columnsOf69(row);
        hasHeader = columns !== undefined;
        date = dayOf(modifiedAt ?? now);
      }
      return undefined;
    },
  };
}
