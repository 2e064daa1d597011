import {
  changeStatement,
  type Change,
  type ChangeKey,
  type KeyOfChange,
  type Leased,
} from '../database/change';
import { prepared } from '../database/statement-name';
import { failpoint } from '../telemetry/failpoint';
import { outboxAdditions } from './commit';
import type { CallContext } from './context';
import { leaseSeconds } from './lease';
import type { RuntimeCore } from './runtime';
import { Transaction } from './transaction';

/**
 * Makes a change and adds the rows and events of its work, as one statement in a transaction of its
 * own. The work reads nothing: the change states what it expects to find.
 * @param keeping the key under which the answer is stored
 * @returns the result of the change; undefined if it was not made
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
 * Makes a change and leases the key in the same statement, for a caller without a lease. If the key
 * is taken, the change is not made.
 */
export async function leaseAndChange<Row>(
  runtime: RuntimeCore,
  context: CallContext,
  work: (tx: Transaction) => Change,
): Promise<{ isLeased: boolean; row: Row | undefined }> {
  const leasing = { ...context.idempotency!, seconds: leaseSeconds };
  const row = await made<Row & Leased>(runtime, context, work, { leasing });
  return { isLeased: row!.isLeased, row: row!.isMade ? row : undefined };
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

const noTransaction = (): Promise<never> =>
  Promise.reject(new Error('a change of one statement reads nothing'));
