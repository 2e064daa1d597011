import type { Client, ClientConfig, Pool, QueryConfig } from 'pg';
import { bindStatement, boundTo, sendOn, type Statement } from './bound-query';
import type { Logger } from '../telemetry/logger';
import type { PoolUse } from '../telemetry/metrics';

/** Runs single statements, each in its own transaction. */
export interface Statements {
  query<Row>(statement: Statement): Promise<{ rows: Row[] }>;
}

/**
 * Runs statements on connections that send a statement before the response to the previous
 * statement has arrived.
 */
export interface Pipelines extends Statements {
  readonly use: PoolUse;
  /** Waits for the responses to the statements in flight, then closes the connections. */
  close(): Promise<void>;
}

/**
 * The maximum number of pipelines, which is enough to keep PostgreSQL busy. When all pipelines are
 * full, the pool runs further statements.
 */
const pipelinesMax = 4;
const onItsWayMax = 16;
/**
 * The maximum number of statements from one event loop turn that share a pipeline, and therefore
 * share one write and often one read.
 */
const togetherMax = 8;
/**
 * The time after the loss of a pipeline during which the pool runs all statements, in milliseconds.
 */
const reopenMs = 1_000;

interface Pipeline {
  client: Client;
  isOpen: boolean;
  onItsWay: number;
}

/** Runs single statements without pipelines. */
export const onPool = (pool: Pool): Statements => ({
  query: <Row>(statement: Statement) => {
    // The connections of a pool have not prepared `bindStatement`.
    const sent = boundTo(statement, false) as QueryConfig;
    // The cast is needed, because pg declares another result for query objects, and no type for the rows.
    return pool.query(sent) as unknown as Promise<{ rows: Row[] }>;
  },
});

/**
 * Opens pipelines in addition to a pool, with the pool's settings. Writing to a socket and reading
 * the response cost more than running a small statement, and the statements on one pipeline share
 * this cost. No statement waits for a lock of the preceding statement, because each transaction
 * ends before the next transaction begins. A slow statement would delay the statements behind it in
 * the pipeline, so slow statements must run on the pool.
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
    // An error while closing is ignored, because the connection is already lost.
    pipeline.client.end().catch(() => undefined);
  };
  const open = () => {
    const pipeline: Pipeline = { client: clientLike(pool), isOpen: false, onItsWay: 0 };
    pipelines.add(pipeline);
    pipeline.client.on('error', (error) => lose(pipeline, error));
    pipeline.client.on('end', () => lose(pipeline));
    connected(pool, pipeline.client).then(
      () => (pipeline.isOpen = pipelines.has(pipeline)),
      (error: Error) => lose(pipeline, error),
    );
  };
  /**
   * Returns the pipeline with the fewest statements in flight. If all pipelines are busy, another
   * pipeline is opened for later statements.
   */
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
      // An error is ignored, because a connection that breaks while it is being closed is closed
      // anyway.
      await Promise.all([...pipelines].map(({ client }) => client.end().catch(() => undefined)));
    },
  };
}

/** Returns the open pipeline with the fewest statements in flight, if it has capacity. */
function leastBusy(pipelines: Iterable<Pipeline>): Pipeline | undefined {
  let best: Pipeline | undefined;
  for (const pipeline of pipelines) {
    if (pipeline.isOpen && pipeline.onItsWay < (best?.onItsWay ?? onItsWayMax)) best = pipeline;
  }
  return best;
}

/**
 * Retries a statement whose plan is outdated because a migration changed its result type. The
 * outdated statement did not run, and can never run on this pipeline.
 */
const whereOutdated =
  <T>(lose: (it: Pipeline, error: Error) => void, it: Pipeline, again: () => Promise<T>) =>
  (error: Error & { code?: string }): Promise<T> => {
    if (error.code !== '0A000') throw error;
    lose(it, error);
    return again();
  };

/** Members of node-postgres and its pool that the type declarations of node-postgres omit. */
interface Internals {
  Client: new (config: ClientConfig & { pipeline: boolean }) => Client;
  options: ClientConfig & { onConnect?: (client: Client) => unknown };
  connection: { stream: { cork(): void; uncork(): void } };
}

function clientLike(pool: Pool): Client {
  // The cast is needed, because pg does not declare these members.
  const { Client: PoolClient, options } = pool as unknown as Internals;
  // The password is passed separately, because the pool makes it non-enumerable.
  return new PoolClient({ ...options, password: options.password, pipeline: true });
}

const useOf = (pipelines: Set<Pipeline>): PoolUse => ({
  get totalCount() {
    return pipelines.size;
  },
  get idleCount() {
    return [...pipelines].filter(({ onItsWay }) => onItsWay === 0).length;
  },
  // The count is always 0, because the pool runs a statement if no pipeline has capacity.
  waitingCount: 0,
});

/** Combines all statements that are sent in this event loop turn into one write to the socket. */
function corkForTurn({ client }: Pipeline): void {
  // The cast is needed, because pg does not declare these members.
  const { stream } = (client as unknown as Internals).connection;
  stream.cork();
  setImmediate(() => stream.uncork());
}

async function connected(pool: Pool, client: Client): Promise<void> {
  await client.connect();
  // The pool calls this function only for its own connections. Without the call, PostgreSQL would
  // plan a list for each request, because the limit is a parameter.
  await (pool as unknown as Internals).options.onConnect?.(client);
  // The error is ignored here, because the next statement reports it and nothing is sent before
  // that. Later failures are reported as errors of the connection.
  client.query(bindStatement).catch(() => undefined);
}

/** @param leave is called after the response to the statement has arrived */
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
  return sendOn<Row>(client, statement, answered);
}

/**
 * Keeps statements with the same order key in order: while one of them is in flight, the next
 * statement uses the same pipeline.
 */
function createOrdering() {
  const busy = new Map<string, { pipeline: Pipeline; count: number }>();
  return {
    of(name: string | undefined): Pipeline | undefined {
      const entry = name === undefined ? undefined : busy.get(name);
      return entry?.pipeline.isOpen ? entry.pipeline : undefined;
    },
    /** @returns a function to call after the response to the statement has arrived */
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
