import { callContext, withKey, type ServiceRuntime } from '@timbre/testkit';
import { serviceWith } from '../../test/tables';
import type { Change } from '../database/change';
import type { CallContext } from './context';
import { createRun, longCommand, type Run } from './long-command';
import { replyValue } from './reply';

const name = 'changes';

let service: ServiceRuntime;
beforeAll(async () => {
  service = await serviceWith(
    name,
    'counters',
    'org_id uuid not null, name text not null, value int not null, primary key (org_id, name)',
  );
});
afterAll(() => service.close());

/**
 * Returns a change that increments a counter with the expected value, in any organization that the
 * database allows.
 */
const countFrom = (value: number, where = 'c.org_id = :org::uuid'): Change => ({
  parts: `counted as (update counters c set value = c.value + 1 from open
    where ${where} and c.value = :value::int returning to_json(c.value)::text as json)`,
  values: { value },
  made: 'counted',
  answer: 'json',
});
const countedEvent = {
  subject: `${name}.counter.counted`,
  aggregate: 'counter',
  aggregateId: 'a',
  aggregateVersion: 1,
  payload: new Uint8Array([1]),
};

async function withCounter(): Promise<CallContext> {
  const context = callContext();
  const values = [context.organizationId];
  await service.rows(`insert into counters values ($1, 'a', 1)`, values);
  return context;
}
const valuesOf = async ({ organizationId }: CallContext) =>
  (await service.rows('select value from counters where org_id = $1', [organizationId])).map(
    ({ value }) => value,
  );
const eventsOf = async ({ organizationId }: CallContext) =>
  (await service.rows('select subject from outbox where org_id = $1', [organizationId])).length;
const keyed = (context: CallContext) => withKey(context, 'POST /v1/things');
const ask = (context: CallContext, handler: (run: Run) => Promise<{ json: string }>) =>
  service.answer(
    longCommand((run) => handler(run)),
    context,
    {},
  );

describe('single steps', () => {
  it('a step changes rows that have the expected values, and emits its events', async () => {
    const context = await withCounter();
    const made = await createRun(service.runtime, context).change<{ json: string }>((tx) => {
      tx.emit(countedEvent);
      return countFrom(1);
    });
    expect([made, await valuesOf(context), await eventsOf(context)]).toEqual([
      { json: '2' },
      [2],
      1,
    ]);
  });

  it('a step changes and emits nothing if the rows have other values', async () => {
    const context = await withCounter();
    const made = await createRun(service.runtime, context).change((tx) => {
      tx.emit(countedEvent);
      return countFrom(7);
    });
    expect([made, await valuesOf(context), await eventsOf(context)]).toEqual([undefined, [1], 0]);
  });

  it('a step accesses only its organization, even without the filter', async () => {
    const [one, other] = [await withCounter(), await withCounter()];
    await createRun(service.runtime, one).change(() => countFrom(1, ':org::uuid is not null'));
    expect([await valuesOf(one), await valuesOf(other)]).toEqual([[2], [1]]);
  });

  it('a step succeeds exactly once for many concurrent callers', async () => {
    const context = await withCounter();
    const run = createRun(service.runtime, context);
    const made = await Promise.all(
      Array.from({ length: 20 }, () => run.change(() => countFrom(1))),
    );
    expect([made.filter(Boolean).length, await valuesOf(context)]).toEqual([1, [2]]);
  });

  it('a step rejects reads inside the change', async () => {
    const run = createRun(service.runtime, await withCounter());
    let reading: Promise<unknown> | undefined;
    await run.change((tx) => {
      reading = tx.rows('select 1').catch((error: Error) => error.message);
      return countFrom(1);
    });
    expect(await reading).toMatch('reads nothing');
  });
});

describe('last steps', () => {
  it('a last step commits its effect together with the response under the idempotency key', async () => {
    const context = keyed(await withCounter());
    const finish = async (run: Run) => (await run.finishChange(() => countFrom(1)))!;
    expect(await ask(context, finish)).toBe(2);
    expect(await ask(context, () => Promise.reject(new Error('ran again')))).toBe(2);
    expect(await valuesOf(context)).toEqual([2]);
  });

  it('a last step that changes nothing stores no response, so that another step can finish the command', async () => {
    const context = keyed(await withCounter());
    const answer = await ask(context, async (run) => {
      expect(await run.finishChange(() => countFrom(7))).toBeUndefined();
      return run.finish(() => Promise.resolve(replyValue('by another way')));
    });
    expect(answer).toBe('by another way');
  });

  it('a last step changes nothing under an idempotency key that another request has finished', async () => {
    const context = keyed(await withCounter());
    const answer = await ask(context, async (run) => {
      const finished = await createRun(service.runtime, context).finish(() =>
        Promise.resolve(replyValue('faster')),
      );
      expect(await run.finishChange(() => countFrom(1))).toBeUndefined();
      return finished;
    });
    expect([answer, await valuesOf(context)]).toEqual(['faster', [1]]);
  });

  it('a job can run a last step without an idempotency key', async () => {
    const context = await withCounter();
    const run = createRun(service.runtime, context);
    expect(await run.finishChange(() => countFrom(1))).toEqual({ json: '2' });
  });
});
