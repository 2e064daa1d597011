import { publicForm, type satSync as shown } from '@timbre/api';
import { satSync } from '@timbre/contract';
import type { Answer, DomainEvent } from '@timbre/kit';

const issuesShown = 50;

/** Creates the event sat_sync.sync.completed for a synchronization that has finished. */
export function syncCompleted(sync: Answer<typeof shown>): DomainEvent {
  const sources = sync.sources.map(({ issues = [], ...source }) => ({
    ...source,
    issues: issues.slice(0, issuesShown),
  }));
  return {
    subject: 'sat_sync.sync.completed',
    aggregate: 'sync',
    aggregateId: sync.syncId,
    aggregateVersion: 1,
    payload: satSync.SyncCompleted.encode({ ...sync, sources }).finish(),
  };
}

export const publicSync = publicForm('sat_sync.sync', satSync.SyncCompleted, {
  type: () => 'sat_sync.completed',
  data: ({ sources, ...sync }) => ({
    ...sync,
    sources: sources.map(({ issues, ...source }) => ({
      ...source,
      issues: issues.length ? issues : undefined,
    })),
  }),
});
