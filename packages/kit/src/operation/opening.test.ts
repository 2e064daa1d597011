import { callContext, withKey, type ServiceRuntime } from '@timbre/testkit';
import { serviceWith } from '../../test/tables';
import type { Change } from '../database/change';
import { conflict, type Refusal } from '../refusal/refusal';
import type { CallContext } from './context';
import { longCommand, type Finished, type Opening, type Run } from './long-command';
import { replyValue } from './reply';

const name = 'openings';

let service: ServiceRuntime;
beforeAll(async () => {
  service = await serviceWith(name, 'counters', 'org_id uuid primary key, value int not null');
});
afterAll(() => service.close());

interface Counted {
  value: number;
}

const countFrom = (value: number): Change => ({
  parts: `counted as (update counters c set value = c.value + 1 from open
    where c.org_id = :org::uuid and c.value = :value::int returning c.value)`,
  values: { value },
  made: 'counted',
  answer: 'value',
});

async function newCounter(): Promise<CallContext> {
  const context = withKey(callContext(), 'POST /v1/counts');
  await service.rows('insert into counters values ($1, 1)', [context.organizationId]);
  return context;
}
const valueOf = async ({ organizationId }: CallContext) =>
  (await service.rows('select value from counters where org_id = $1', [organizationId]))[0]![
    'value'
  ];
const recordOf = async ({ organizationId }: CallContext) => {
  const sql = `select state, attempt_no, lease_until > now() as is_leased from idempotency
    where org_id = $1`;
  return (await service.rows(sql, [organizationId]))[0];
};
const expireLease = ({ organizationId }: CallContext) =>
  service.rows('update idempotency set lease_until = now() where org_id = $1', [organizationId]);

type Handler = (run: Run, opened: Counted | undefined) => Promise<Finished>;
const finish: Handler = (run, opened) =>
  run.finish(() => Promise.resolve(replyValue(opened?.value ?? 'by another way')));
const countOne = (opening: Opening) => opening.change<Counted>(() => countFrom(1));
const ask = (
  context: CallContext,
  open: (opening: Opening) => Promise<Counted | undefined> = countOne,
  handler: Handler = finish,
) =>
  service.answer(
    longCommand<object, unknown, Counted>((run, _, __, opened) => handler(run, opened), open),
    context,
    {},
  );
const refused = (answer: Promise<unknown>): Promise<Refusal> =>
  answer.then(
    (value) => Promise.reject(new Error(`not refused: ${JSON.stringify(value)}`)),
    (error: Refusal) => error,
  );

describe('opening changes', () => {
  it('a change that opens a command leases the idempotency key in the same commit, and the handler continues with this lease', async () => {
    const context = await newCounter();
    const { statements, orm } = service.runtime;
    const [single, transactions] = [jest.spyOn(statements, 'query'), jest.spyOn(orm.em, 'fork')];
    const answer = await ask(context, countOne, async (run, opened) => {
      expect([single.mock.calls.length, transactions.mock.calls.length]).toEqual([1, 0]);
      expect(await recordOf(context)).toEqual({
        state: 'started', attempt_no: 1, is_leased: true,
      }); // prettier-ignore
      return finish(run, opened);
    });
    jest.restoreAllMocks();
    expect([answer, await valueOf(context)]).toEqual([2, 2]);
    expect(await recordOf(context)).toMatchObject({ state: 'finished' });
  });

  it('if the rows of an opening change have other values, the handler leases the idempotency key', async () => {
    const context = await newCounter();
    const answer = await ask(
      context,
      (opening) => opening.change(() => countFrom(7)),
      async (run, opened) => {
        expect([opened, await recordOf(context)]).toEqual([
          undefined,
          { state: 'started', attempt_no: 1, is_leased: true },
        ]);
        return finish(run, opened);
      },
    );
    expect([answer, await valueOf(context)]).toEqual(['by another way', 1]);
  });

  it('a change without an idempotency key needs no lease', async () => {
    const { idempotency: _, ...job } = await newCounter();
    expect(await ask(job)).toEqual(2);
    expect(await recordOf(job)).toBeUndefined();
  });
});

describe('used keys', () => {
  it('a change under a finished idempotency key is not made, and the stored response is returned', async () => {
    const context = await newCounter();
    expect(await ask(context)).toBe(2);
    const again = ask(context, (opening) => opening.change(() => countFrom(2)));
    expect([await again, await valueOf(context)]).toEqual([2, 2]);
  });

  it('a change is not made while its idempotency key is in progress, or if the body is different', async () => {
    const context = await newCounter();
    await ask(context, countOne, async (run, opened) => {
      const countTwo = (opening: Opening) => opening.change<Counted>(() => countFrom(2));
      expect((await refused(ask(context, countTwo))).code).toBe('operation_in_progress');
      const { route, key } = context.idempotency!;
      const other = withKey(context, route, key, 'another body');
      expect((await refused(ask(other, countTwo))).code).toBe('idempotency_conflict');
      return finish(run, opened);
    });
    expect(await valueOf(context)).toBe(2);
  });

  it('a change is made once for many concurrent requests', async () => {
    const context = await newCounter();
    const any = (opening: Opening) =>
      opening.change<Counted>(() => ({
        ...countFrom(0),
        parts: `counted as (update counters c set value = c.value + 1 from open
          where c.org_id = :org::uuid and c.value > :value::int returning c.value)`,
      }));
    const all = await Promise.allSettled(Array.from({ length: 12 }, () => ask(context, any)));
    const answers: unknown[] = all.map((one) =>
      one.status === 'fulfilled' ? one.value : (one.reason as Refusal).code,
    );
    expect(answers).toContain(2);
    expect(answers.filter((one) => one !== 2 && one !== 'operation_in_progress')).toEqual([]);
    expect(await valueOf(context)).toBe(2);
  });

  it("a change is not repeated after a takeover, and the new process's handler finds the changed rows", async () => {
    const context = await newCounter();
    const taken = await ask(context, countOne, async (run, opened) => {
      await expireLease(context);
      const heir = await ask(context, countOne, async (own, nothing) => {
        expect([nothing, await recordOf(context)]).toMatchObject([undefined, { attempt_no: 2 }]);
        return finish(own, nothing);
      });
      expect(heir).toBe('by another way');
      return finish(run, opened);
    });
    expect([taken, await valueOf(context)]).toEqual(['by another way', 2]);
  });
});

describe('refused openings', () => {
  it("an opening that is refused stores nothing, and the handler's refusal is stored under the idempotency key", async () => {
    const context = await newCounter();
    const refusing = () => Promise.reject(conflict('Refused.', 'too_early'));
    const handler: Handler = async () => {
      expect(await recordOf(context)).toMatchObject({ is_leased: true });
      return refusing();
    };
    const { details } = await refused(ask(context, refusing, handler));
    expect([details.reason, (await recordOf(context))!['state']]).toEqual([
      'too_early',
      'finished',
    ]);
  });

  it('if the opening is refused after its change was committed, the handler continues with the lease', async () => {
    const context = await newCounter();
    const open = async (opening: Opening) => {
      await countOne(opening);
      throw new Error('a bug');
    };
    expect(await ask(context, open)).toBe('by another way');
    expect([await valueOf(context), await recordOf(context)]).toMatchObject([
      2,
      { state: 'finished', attempt_no: 1 },
    ]);
  });
});
