import type { Client, ClientConfig, Pool } from 'pg';
import { bindStatement, sendOn, type Statement } from './bound-query';
import type { Logger } from '../telemetry/logger';
import type { PoolUse } from '../telemetry/metrics';

/** Runs single statements, each its own transaction. */
export interface Statements {
  query<Row>(statement: Statement): Promise<{ rows: Row[] }>;
}

/** Connections on which a statement is sent before the one ahead of it is answered. */
export interface Pipelines extends Statements {
  readonly use: PoolUse;
  /** Lets what is on its way be answered. */
  close(): Promise<void>;
}

/** Enough to keep PostgreSQL busy; beyond them and their bound the pool takes the rest. */
const pipelinesMax = 4;
const onItsWayMax = 16;
/** Statements of one turn of the event loop that share a pipeline, and so one write and often one read. */
const togetherMax = 8;
/** After a pipeline was lost the pool does the work until this much later. */
const reopenMs = 1_000;

interface Pipeline {
  client: Client;
  isOpen: boolean;
  onItsWay: number;
}

/** Single statements without pipelines. */
export const onPool = (pool: Pool): Statements => ({
  query: <Row>(statement: Statement) => sendOn<Row>(pool, statement, { isPrepared: false }),
});

/**
 * Opens pipelines beside a pool, like it in everything else. Writing to a socket and being woken by its
 * answer cost more than a small statement itself; on a pipeline statements share both. None waits for a
 * lock of one ahead of it, because each ends before the next begins. A slow statement holds back
 * those behind it: it belongs on the pool.
 */
export function openPipelines(pool: Pool, logger: Logger): Pipelines {
  const onThePool = onPool(pool);
  const pipelines = new Set<Pipeline>();
  const ordering = createOrdering();
  let together: { pipeline: Pipeline; count: number } | undefined;
  let lostMs = -Infinity;
  let isClosing = false;

  const lose = (pipeline: Pipeline, error?: Error) => {
    pipeline.isOpen = false;
    if (!pipelines.delete(pipeline) || isClosing) return;
    lostMs = performance.now();
    logger.warn({ err: error }, 'a database connection was lost');
    pipeline.client.end().catch(() => undefined);
  };
  const open = () => {
    const pipeline: Pipeline = { client: clientLike(pool), isOpen: false, onItsWay: 0 };
    pipelines.add(pipeline);
    pipeline.client.on('error', (error) => lose(pipeline, error));
    pipeline.client.on('end', () => lose(pipeline));
    connected(pipeline.client).then(
      () => (pipeline.isOpen = pipelines.has(pipeline)),
      (error: Error) => lose(pipeline, error),
    );
  };
  /** The least busy pipeline; another is opened for the next time that all are busy. */
  const choose = (): Pipeline | undefined => {
    const best = leastBusy(pipelines);
    const isBusy = !best || best.onItsWay > 0;
    const mayOpen =
      pipelines.size < pipelinesMax && !isClosing && performance.now() - lostMs > reopenMs;
    if (isBusy && mayOpen) open();
    return best;
  };
  const next = (): Pipeline | undefined => {
    if (together && together.count < togetherMax && together.pipeline.isOpen) {
      together.count += 1;
      return together.pipeline;
    }
    const pipeline = choose();
    if (!pipeline) return undefined;
    if (!together) setImmediate(() => (together = undefined));
    together = { pipeline, count: 1 };
    corkForTurn(pipeline);
    return pipeline;
  };
  return {
    query: <Row>(statement: Statement) => {
      const pipeline = ordering.of(statement.orderKey) ?? next();
      if (!pipeline) return onThePool.query<Row>(statement);
      const sent = send<Row>(pipeline, statement, ordering.enter(statement.orderKey, pipeline));
      const again = () => onThePool.query<Row>({ ...statement, name: undefined });
      return sent.catch(whereOutdated(lose, pipeline, again));
    },
    use: useOf(pipelines),
    close: async () => {
      isClosing = true;
      await Promise.all([...pipelines].map(({ client }) => client.end().catch(() => undefined)));
    },
  };
}

/** The open one with the least on its way, if it has room. */
function leastBusy(pipelines: Iterable<Pipeline>): Pipeline | undefined {
  let best: Pipeline | undefined;
  for (const pipeline of pipelines) {
    if (pipeline.isOpen && pipeline.onItsWay < (best?.onItsWay ?? onItsWayMax)) best = pipeline;
  }
  return best;
}

/**
 * A statement that was prepared before a migration changed the type of what it answers: nothing of it
 * was run, and on this pipeline it never will be.
 */
const whereOutdated =
  <T>(lose: (it: Pipeline, error: Error) => void, it: Pipeline, again: () => Promise<T>) =>
  (error: Error & { code?: string }): Promise<T> => {
    if (error.code !== '0A000') throw error;
    lose(it, error);
    return again();
  };

/** What node-postgres and its pool have but do not declare. */
interface Internals {
  Client: new (config: ClientConfig & { pipeline: boolean }) => Client;
  options: ClientConfig;
  connection: { stream: { cork(): void; uncork(): void } };
}

function clientLike(pool: Pool): Client {
  const { Client: PoolClient, options } = pool as unknown as Internals;
  // The pool hides its password from enumeration.
  return new PoolClient({ ...options, password: options.password, pipeline: true });
}

const useOf = (pipelines: Set<Pipeline>): PoolUse => ({
  get totalCount() {
    return pipelines.size;
  },
  get idleCount() {
    return [...pipelines].filter(({ onItsWay }) => onItsWay === 0).length;
  },
  // What finds no pipeline goes to the pool.
  waitingCount: 0,
});

/** What is written until the end of this turn of the event loop leaves as one. */
function corkForTurn({ client }: Pipeline): void {
  const { stream } = (client as unknown as Internals).connection;
  stream.cork();
  setImmediate(() => stream.uncork());
}

async function connected(client: Client): Promise<void> {
  await client.connect();
  // Nothing is sent before it; what breaks now is told as an error of the connection.
  client.query(bindStatement).catch(() => undefined);
}

/** @param leave called once it is answered */
function send<Row>(
  pipeline: Pipeline,
  statement: Statement,
  leave: () => void,
): Promise<{ rows: Row[] }> {
  const { client } = pipeline;
  pipeline.onItsWay += 1;
  const answered = () => {
    pipeline.onItsWay -= 1;
    leave();
  };
  return sendOn<Row>(client, statement, { isPrepared: true, answered });
}

/** Keeps the statements of a entry one behind the other: what it has on its way leads its next one. */
function createOrdering() {
  const busy = new Map<string, { pipeline: Pipeline; count: number }>();
  return {
    of(name: string | undefined): Pipeline | undefined {
      const entry = name === undefined ? undefined : busy.get(name);
      return entry?.pipeline.isOpen ? entry.pipeline : undefined;
    },
    /** @returns to be called once the statement is answered */
    enter(name: string | undefined, pipeline: Pipeline): () => void {
      if (name === undefined) return () => undefined;
      const known = busy.get(name);
      const entry = known?.pipeline === pipeline ? known : { pipeline, count: 0 };
      busy.set(name, entry);
      entry.count += 1;
      return () => {
        entry.count -= 1;
        if (entry.count === 0 && busy.get(name) === entry) busy.delete(name);
      };
    },
  };
}
