import { every, type JobParts, type Repeated } from '@timbre/kit';
import type { ListProviders } from '../workflows/load-list';
import { loadLists } from '../workflows/load-lists';

const everyMs = 60_000;

/** Loads the SAT's lists once a night, and at once where none is loaded yet. */
export const createListLoader = ({ runtime, systemPool }: JobParts<ListProviders>): Repeated =>
  every(everyMs, () => loadLists(runtime, systemPool), runtime.logger, 'job load-lists', {
    isAtOnce: true,
  });
