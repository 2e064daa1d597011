import { notDone, type Reader } from '@timbre/kit';
import type { ListEntry } from '../domain/lists/list-entry';

/**
 * The dates of the SAT's lists that a response is based on. For article 69, the date is the date of
 * the oldest file, because every response uses all files.
 */
export interface ListVersion {
  '69b': string;
  '69': string;
}

interface CheckedRow {
  rfc: string;
  list: '69b' | '69';
  entry: Omit<ListEntry, 'rfc'>;
}

/**
 * Reads the dates of the SAT's lists in use. The lists belong to no organization, so the query has
 * no filter by organization.
 * @throws Refusal provider_unavailable lists_not_loaded if a list was never loaded
 */
export async function listVersion(read: Reader): Promise<ListVersion> {
  const rows = await read.rows<{ list: '69b' | '69'; date: string }>(
    `select list, min(list_date)::text as date from list_files
     where :org is not null group by list`,
  );
  const dates = Object.fromEntries(rows.map(({ list, date }) => [list, date]));
  if (dates['69b'] && dates['69']) return { '69b': dates['69b'], '69': dates['69'] };
  throw notDone('The lists of the SAT are being loaded; try again.', 'lists_not_loaded');
}

/**
 * The age at which a list file is reported as late. A single failed night is normal, because the
 * SAT's server is often down.
 */
const lateMs = 3 * 86_400_000;

/**
 * A file of a list that was not loaded for days, so that responses may be based on an outdated
 * file. A file that was never loaded has no `loadedAt`.
 */
interface LateFile {
  list: '69b' | '69';
  file: string;
  loadedAt?: string;
}

/** Reads the list files that were not loaded for days, or returns undefined if no file is late. */
export async function lateFiles(
  read: Reader,
  files: readonly Pick<LateFile, 'list' | 'file'>[],
): Promise<{ lateFiles?: LateFile[] }> {
  const rows = await read.rows<{ file: string; loadedAt: Date | string }>(
    'select file, loaded_at as "loadedAt" from list_files where :org is not null',
  );
  const loaded = new Map(rows.map((row) => [row.file, new Date(row.loadedAt)]));
  const since = new Date(read.now.getTime() - lateMs);
  const late = files.flatMap(({ list, file }): LateFile[] => {
    const at = loaded.get(file);
    if (at && at >= since) return [];
    return [{ list, file: decodeURIComponent(file), ...(at && { loadedAt: at.toISOString() }) }];
  });
  return late.length > 0 ? { lateFiles: late } : {};
}

/** Reads the list entries of each RFC, in the order of the request. */
export async function checkRfcs(read: Reader, rfcs: string[]) {
  const rows = await read.rows<CheckedRow>(
    `select e.rfc, f.list, e.entry from list_entries e
     join list_files f on f.file = e.file and f.version = e.version
     where :org is not null and e.rfc = any($2::text[]) order by f.list desc, f.file, e.entry->>'since'`,
    [rfcs],
  );
  return rfcs.map((rfc) => {
    const found = rows.filter((row) => row.rfc === rfc);
    // Duplicate entries are removed, because the lists of article 69 contain identical rows.
    const entries = [...new Map(found.map((row) => [JSON.stringify(row), row])).values()].map(
      ({ list, entry: { situation, since, listed, publications } }) => ({
        list,
        situation,
        listed,
        publications,
        ...(since && { since }),
      }),
    );
    return { rfc, listed: entries.some(({ listed }) => listed), entries };
  });
}
