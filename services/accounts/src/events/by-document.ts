import type { ReceivedEvent } from '@timbre/kit';

/** The events of a batch that are the only one about their document, and those of which a document has several. */
export function byDocument(events: readonly ReceivedEvent[]) {
  const groups = [...Map.groupBy(events, ({ aggregateId }) => aggregateId).values()];
  return {
    only: groups.flatMap((own) => (own.length === 1 ? own : [])),
    several: groups.flatMap((own) => (own.length > 1 ? own : [])),
  };
}

/** In the order of their documents, in which payments lock them too; the events of one stay in their order. */
export const inOrder = (events: readonly ReceivedEvent[]): ReceivedEvent[] =>
  events.toSorted((one, other) =>
    one.aggregateId === other.aggregateId ? 0 : one.aggregateId < other.aggregateId ? -1 : 1,
  );
