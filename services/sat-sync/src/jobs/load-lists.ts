import { every, type JobParts, type Repeated } from '@timbre/kit';
import type { ListProviders } from '../workflows/load-list';
import { loadLists } from '../workflows/load-lists';

const everyMs = 60_000;

/** Loads the SAT's lists every night, and immediately if a list was never loaded. */
export const createListLoader = ({ runtime, systemPool }: JobParts<ListProviders>): Repeated =>
  every(everyMs, () => loadLists(runtime, systemPool), runtime.logger, 'job load-lists', {
    isAtOnce: true,
  });
