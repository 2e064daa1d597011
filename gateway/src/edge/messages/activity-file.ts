import { activity, type activityFilters } from '@timbre/api';
import { pageLimit, type CallContext } from '@timbre/kit';
import { csvHead, csvLine } from '@timbre/sheets';
import type { z } from 'zod';
import type { Services } from '../services';
import type { StreamedFile } from './answer';
import { pageRequest } from './page';

type Filters = Omit<z.output<typeof activityFilters>, 'cursor' | 'limit' | 'format'>;

interface Page {
  data: Record<string, unknown>[];
  pagination: { nextCursor: string | null };
}

/** The time limit for reading one page, in milliseconds. */
const pageMs = 10_000;

/**
 * Returns all requests that match the filters as a CSV file, newest first. The gateway reads the
 * next page after the client has received the previous page.
 */
export async function activityFile(
  { identity }: Services,
  filters: Filters,
  context: CallContext,
): Promise<StreamedFile> {
  const read = async (cursor?: string): Promise<Page> => {
    const page = pageRequest({ cursor, limit: pageLimit.max });
    const deadlineMs = Date.now() + pageMs;
    const answer = await identity.listRequests({ page, ...filters }, { ...context, deadlineMs });
    return JSON.parse(answer.toString()) as Page;
  };
  const first = await read();
  return {
    contentType: 'text/csv; charset=utf-8',
    fileName: 'developer-activity.csv',
    parts: partsFrom(first, read),
  };
}

const names = Object.keys(activity.shape);

async function* partsFrom(
  first: Page,
  read: (cursor: string) => Promise<Page>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvHead(names));
  for (let page = first; ;) {
    yield Buffer.from(
      page.data.map((row) => csvLine(names.map((name) => cell(row[name])))).join(''),
    );
    const { nextCursor } = page.pagination;
    if (nextCursor === null) return;
    page = await read(nextCursor);
  }
}

const cell = (value: unknown): string => {
  if (value === undefined) return '';
  return Array.isArray(value) ? value.join(' ') : String(value);
};
