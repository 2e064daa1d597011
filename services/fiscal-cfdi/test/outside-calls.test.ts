import { createCfdi } from '../src/operations/create-cfdi';
import { previewCfdi } from '../src/operations/preview-cfdi';
import { updateCfdi } from '../src/operations/update-cfdi';
import { incomeInput } from './cfdi';
import { startCanceling, type Canceling } from './canceling';
import { stampsAndLoses } from './fake-pac';
import { loseStamp, moveClock, newItem, newStampable, stampKey } from './stamping';

let canceling: Canceling;
/** Records the systems that were called, and the transactions that were open during a call. */
let left: string[];
let open: unknown[];

const openTransactions = () =>
  canceling.service.rows(
    `select state, query from pg_stat_activity where datname = current_database()
     and backend_type = 'client backend' and state like 'idle in transaction%' and pid <> pg_backend_pid()`,
  );

type Call = (...values: unknown[]) => Promise<unknown>;

/** Records the open transactions whenever the method of the target is called. */
function watch<Target extends object>(name: string, target: Target, method: keyof Target): void {
  const call = target[method] as Call;
  const watched: Call = async (...values) => {
    left.push(name);
    open.push(...(await openTransactions()));
    return call.apply(target, values);
  };
  target[method] = watched as never;
}

beforeAll(async () => {
  canceling = await startCanceling();
  const { commerce, pacs, sat } = canceling;
  watch('commerce', commerce, 'resolveDraftSources');
  watch('stamp', pacs[0], 'stamp');
  watch('lookup', pacs[0], 'lookup');
  watch('cancel', pacs[0], 'cancel');
  watch('sat', sat, 'consult');
});
afterAll(() => canceling.close());
beforeEach(() => {
  left = [];
  open = [];
});

describe('no transaction is open during a call to another system', () => {
  it('no transaction is open during an outside call when a draft is created', async () => {
    const { context, documentRef } = await newStampable(canceling);
    const input = incomeInput(canceling, context, { items: [newItem()] });
    await canceling.service.answer(createCfdi as never, context, { input } as never);
    await canceling.service.answer(previewCfdi as never, context, { input } as never);
    await canceling.service.answer(updateCfdi as never, context, { documentRef, input } as never);
    expect(left).toEqual(['commerce', 'commerce', 'commerce', 'commerce']);
    expect(open).toEqual([]);
  });

  it('no transaction is open during an outside call when a document is stamped and when a lost stamp is looked up', async () => {
    const { context, documentRef } = await newStampable(canceling);
    canceling.pacs[0].answers.push(stampsAndLoses);
    await loseStamp(canceling, stampKey(context), documentRef);
    moveClock(canceling, 1);
    await canceling.reconcile();
    expect(left).toEqual(['commerce', 'stamp', 'lookup']);
    expect(open).toEqual([]);
    canceling.reset();
  });

  it('no transaction is open during an outside call when a cancellation is requested and when its status is queried', async () => {
    const { context, documentRef } = await canceling.newValid();
    await canceling.cancel(stampKey(context), documentRef);
    await canceling.synchronize(context, documentRef);
    expect(left).toEqual(expect.arrayContaining(['stamp', 'cancel', 'sat']));
    expect(open).toEqual([]);
  });

  it('the check of this file detects an open transaction in a counterexample', async () => {
    const { pool } = canceling.service.runtime;
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('select 1');
      await canceling.commerce.resolveDraftSources(
        { contactIds: [], productIds: [], locationIds: [] },
        {
          organizationId: '',
        } as never,
      );
      expect(open).toMatchObject([{ state: 'idle in transaction' }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

it('the database refuses a second open attempt of a document', async () => {
  const { context, documentRef } = await newStampable(canceling);
  const add = (state: string) =>
    canceling.service.rows(
      `insert into stamp_attempts (id, org_id, version, cfdi_id, state, requested_by, actor, pac,
         refused_by, checks, sent_at, created_at)
       values (gen_random_uuid(), $1, 1, $2, $3, 'test', 'test', 'first', '[]', 0, now(), now())`,
      [context.organizationId, documentRef.slice(5), state],
    );
  for (const state of ['not_sent', 'rejected', 'sealed', 'not_found']) await add(state);
  for (const state of ['sealed', 'sending', 'unknown']) {
    await expect(add(state)).rejects.toMatchObject({ constraint: 'stamp_attempts_open' });
  }
});
