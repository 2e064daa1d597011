import { certain } from '@timbre/fiscal';
import {
  answeredStatement,
  changeStatement,
  type AnsweredChange,
  type Change,
  type ChangeKey,
  type KeyOfChange,
  type Leased,
} from '../database/change';
import { prepared } from '../database/statement-name';
import { failpoint } from '../telemetry/failpoint';
import { countIdempotent } from '../telemetry/metrics';
import { outboxAdditions } from './commit';
import type { CallContext } from './context';
import { leaseSeconds } from './lease';
import { Reader } from './query';
import type { Runtime, RuntimeCore } from './runtime';
import { Transaction } from './transaction';

/**
 * Executes a change and adds its rows and events, as one statement in its own transaction. `work`
 * returns the change without reading data, because the change itself contains the values that it
 * expects.
 * @param keeping is the idempotency key under which the response is stored
 * @returns the result of the change; undefined if the change was not made
 */
export async function changeOnce<Row>(
  runtime: RuntimeCore,
  context: CallContext,
  work: (tx: Transaction) => Change,
  keeping?: ChangeKey,
): Promise<Row | undefined> {
  return made<Row>(runtime, context, work, keeping && { keeping });
}

/**
 * Executes a change and leases the idempotency key in the same statement, for a caller without a
 * lease. If another request already uses the idempotency key, the change is not made.
 */
export async function leaseAndChange<Row>(
  runtime: RuntimeCore,
  context: CallContext,
  work: (tx: Transaction) => Change,
): Promise<{ isLeased: boolean; row: Row | undefined }> {
  const leasing = { ...certain(context.idempotency, 'idempotency'), seconds: leaseSeconds };
  const row = certain(await made<Row & Leased>(runtime, context, work, { leasing }), 'the lease');
  return { isLeased: row.isLeased, row: row.isMade ? row : undefined };
}

async function made<Row>(
  runtime: RuntimeCore,
  context: CallContext,
  work: (tx: Transaction) => Change,
  key: KeyOfChange | undefined,
): Promise<Row | undefined> {
  const tx = new Transaction(context, runtime.now(), runtime.newId, runtime.orm, noTransaction);
  const change = work(tx);
  const additions = [...tx.additions, ...outboxAdditions(tx)];
  const { text, values } = changeStatement(context.organizationId, change, additions, key);
  failpoint('step.before_commit');
  const { rows } = await runtime.statements.query<Row>({
    ...prepared(text, values),
    organizationId: context.organizationId,
    orderKey: change.orderKey,
  });
  failpoint('step.after_commit');
  if (rows[0] && tx.events.length) runtime.eventsLeft();
  return rows[0];
}

/**
 * Runs a whole command as one statement, if no request has used its idempotency key before.
 * @param work reads with single statements and decides; returns undefined if the command needs a
 * transaction
 * @returns the response; undefined if the change was not made
 */
export async function answerOnce<Request, Providers>(
  runtime: Runtime<Providers>,
  context: CallContext,
  work: AtOnce<Request, Providers>,
  request: Request,
): Promise<string | undefined> {
  if (!context.idempotency) return undefined;
  const tx = new Transaction(context, runtime.now(), runtime.newId, runtime.orm, noTransaction);
  const change = await work(tx, new Reader(runtime, context), request, runtime.providers);
  if (!change) return undefined;
  const additions = [...tx.additions, ...outboxAdditions(tx)];
  const { organizationId, idempotency } = context;
  const { text, values } = answeredStatement(organizationId, change, additions, idempotency);
  failpoint('command.before_commit');
  const { rows } = await runtime.statements.query<{ json: string }>({
    ...prepared(text, values),
    organizationId,
    orderKey: change.orderKey,
  });
  failpoint('command.after_commit');
  if (!rows[0]) return undefined;
  countIdempotent('new');
  if (tx.events.length) runtime.eventsLeft();
  return rows[0].json;
}

/**
 * The rules of a command that fits into one statement. The `tx` that these rules receive only
 * collects rows and events.
 */
export type AtOnce<Request, Providers> = (
  tx: Transaction,
  read: Reader,
  request: Request,
  providers: Providers,
) => Promise<AnsweredChange | undefined>;

const noTransaction = (): Promise<never> =>
  Promise.reject(new Error('a change of one statement reads nothing'));
