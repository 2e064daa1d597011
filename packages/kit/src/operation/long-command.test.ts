import { callContext, withKey, type ServiceRuntime } from '@timbre/testkit';
import { serviceWith } from '../../test/tables';
import { conflict, unavailable, type Refusal } from '../refusal/refusal';
import { underKey, type CallContext } from './context';
import { readShown, requireJudgedRow, shownVersion } from './judged';
import { createRun, longCommand, type Run } from './long-command';
import { replyValue, replyWith } from './reply';

const name = 'long_commands';

let service: ServiceRuntime;
beforeAll(async () => {
  service = await serviceWith(
    name,
    'effects',
    'org_id uuid not null, at serial, note text not null, id uuid',
  );
});
afterAll(() => service.close());

const effect = { name: 'effect', table: 'effects', json: `json_build_object('value', r.note)` };

const note = (run: Run, text: string) =>
  run.step((tx) =>
    tx.rows('insert into effects (org_id, note) values ($1, $2)', [tx.organizationId, text]),
  );
const notesOf = async ({ organizationId }: CallContext) => {
  const sql = 'select note from effects where org_id = $1 order by at';
  return (await service.rows<{ note: string }>(sql, [organizationId])).map((row) => row.note);
};
const finishWith = (run: Run, value: string) =>
  run.finish(() => Promise.resolve(replyValue({ value })));

/** Runs a handler under the idempotency key of the context. */
const ask = (context: CallContext, handler: (run: Run) => Promise<{ json: string }>) =>
  service.answer(
    longCommand((run) => handler(run)),
    context,
    {},
  );
const refused = (answer: Promise<unknown>): Promise<Refusal> =>
  answer.then(
    (value) => Promise.reject(new Error(`not refused: ${JSON.stringify(value)}`)),
    (error: Refusal) => error,
  );
const keyed = () => withKey(callContext(), 'POST /v1/things');
const withBody = (context: CallContext, body: string): CallContext =>
  withKey(context, context.idempotency!.route, context.idempotency!.key, body);
const recordOf = async (context: CallContext) => {
  const sql = 'select * from idempotency where org_id = $1 and key = $2';
  const values = [context.organizationId, context.idempotency!.key];
  return (await service.rows(sql, values))[0]!;
};
/** Makes the lease expire, as if its process had crashed some time ago. */
const expireLease = ({ organizationId }: CallContext) =>
  service.rows(
    `update idempotency set lease_until = now() - interval '1 second' where org_id = $1`,
    [organizationId],
  );

/** Returns a promise and the function that resolves it. */
function gate() {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('a finished key', () => {
  it('a finished idempotency key returns the same response without running the handler again', async () => {
    const context = keyed();
    const first = await ask(context, async (run) => {
      await note(run, 'once');
      return finishWith(run, 'one');
    });
    const again = await ask(context, () => Promise.reject(new Error('ran again')));
    expect(again).toEqual(first);
    expect(await notesOf(context)).toEqual(['once']);
  });

  it('a finished idempotency key stores a refusal that is an outcome, and repeats the refusal', async () => {
    const context = keyed();
    const issues = [{ path: [], code: '302', message: 'no' }];
    const refusing = () => Promise.reject(conflict('Refused.', 'stamp_rejected', issues));
    const first = await refused(ask(context, refusing));
    const again = await refused(ask(context, (run) => finishWith(run, 'late')));
    expect([again.code, again.message, again.details]).toEqual([
      'conflict',
      'Refused.',
      first.details,
    ]);
  });

  it('a finished idempotency key is rejected with another body', async () => {
    const context = keyed();
    await ask(context, (run) => finishWith(run, 'one'));
    const other = withBody(context, 'another');
    expect((await refused(ask(other, (run) => finishWith(run, 'two')))).code).toBe(
      'idempotency_conflict',
    );
  });

  it('a finished idempotency key belongs to one organization only', async () => {
    const context = keyed();
    await ask(context, (run) => finishWith(run, 'one'));
    const stranger = { ...context, organizationId: callContext().organizationId };
    expect(await ask(stranger, (run) => finishWith(run, 'own'))).toEqual({ value: 'own' });
  });
});

describe('an unfinished key', () => {
  it('an unfinished idempotency key is released after a failure that is not an outcome, and finished steps stay committed', async () => {
    const context = keyed();
    const first = ask(context, async (run) => {
      await note(run, 'sealed');
      throw unavailable('nobody there');
    });
    expect((await refused(first)).code).toBe('provider_unavailable');
    const again = await ask(context, (run) => finishWith(run, 'resumed'));
    expect(again).toEqual({ value: 'resumed' });
    expect(await notesOf(context)).toEqual(['sealed']);
  });

  it('an unfinished idempotency key returns internal after a bug, and a retry can resume the command', async () => {
    const context = keyed();
    await expect(ask(context, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
    expect(await ask(context, (run) => finishWith(run, 'resumed'))).toEqual({ value: 'resumed' });
  });

  it('an unfinished idempotency key returns "in progress" while its process works, even for another body', async () => {
    const context = keyed();
    const { opened, open } = gate();
    const holder = ask(context, async (run) => {
      await opened;
      return finishWith(run, 'one');
    });
    while (!(await recordOf(context))) await Promise.resolve();
    const busy = await refused(ask(context, (run) => finishWith(run, 'two')));
    expect(busy.code).toBe('operation_in_progress');
    expect(busy.details).toMatchObject({ retryable: true, retryAfterSeconds: 5 });
    const other = await refused(ask(withBody(context, 'x'), (run) => finishWith(run, 'x')));
    expect(other.code).toBe('idempotency_conflict');
    open();
    expect(await holder).toEqual({ value: 'one' });
  });

  it.each([
    { answer: 'value', late: () => replyValue({ value: 'late' }) },
    { answer: 'resource', late: (id: string) => replyWith(effect, id) },
  ])(
    'an unfinished key is taken over when its lease expires; a late $answer of the old holder has no effect',
    async ({ late }) => {
      const context = keyed();
      const { opened, open } = gate();
      const holder = ask(context, async (run) => {
        await opened;
        return run.finish(async (tx) => {
          const id = tx.newId();
          await tx.rows(`insert into effects (org_id, note, id) values ($1, 'late', $2)`, [
            tx.organizationId,
            id,
          ]);
          return late(id);
        });
      });
      while (!(await recordOf(context))) await Promise.resolve();
      await expireLease(context);
      expect(await ask(context, (run) => finishWith(run, 'heir'))).toEqual({ value: 'heir' });
      open();
      expect(await holder).toEqual({ value: 'heir' });
      expect(await ask(context, (run) => finishWith(run, 'x'))).toEqual({ value: 'heir' });
      expect(await notesOf(context)).toEqual([]);
    },
  );

  it("an unfinished idempotency key keeps the new process's response when the old process gets a late refusal", async () => {
    const context = keyed();
    const { opened, open } = gate();
    const holder = ask(context, () => opened.then(() => Promise.reject(conflict('Too late.'))));
    while (!(await recordOf(context))) await Promise.resolve();
    await expireLease(context);
    await ask(context, (run) => finishWith(run, 'heir'));
    open();
    expect(await holder).toEqual({ value: 'heir' });
  });

  it('an unfinished idempotency key is not released by the old process while the new process works', async () => {
    const context = keyed();
    const [late, heir] = [gate(), gate()];
    const holder = ask(context, () => late.opened.then(() => Promise.reject(new Error('late'))));
    while (!(await recordOf(context))) await Promise.resolve();
    await expireLease(context);
    const inherited = ask(context, async (run) => {
      await heir.opened;
      return finishWith(run, 'heir');
    });
    while ((await recordOf(context))['attempt_no'] !== 2) await Promise.resolve();
    late.open();
    await expect(holder).rejects.toThrow('late');
    const third = await refused(ask(context, (run) => finishWith(run, 'third')));
    expect(third.code).toBe('operation_in_progress');
    heir.open();
    expect(await inherited).toEqual({ value: 'heir' });
  });
});

describe('failed leases', () => {
  it('a request whose idempotency key cannot be leased is refused as unavailable before it starts, so that a retry starts from the beginning', async () => {
    const context = keyed();
    const lost = new Error('timeout exceeded when trying to connect');
    const statements = { query: () => Promise.reject(lost) };
    const once = longCommand(async (run) => {
      await note(run, 'begun');
      return finishWith(run, 'one');
    });
    const busy = { ...service.runtime, statements };
    expect((await refused(once.run(busy, context, {}))).code).toBe('provider_unavailable');
    expect(await notesOf(context)).toEqual([]);
    await service.answer(once, context, {});
    expect(await notesOf(context)).toEqual(['begun']);
  });
});

describe('reading', () => {
  it('a read returns the committed steps of its own organization only', async () => {
    const select = 'select note from effects where org_id = :org';
    const [own, other] = [keyed(), keyed()];
    await ask(own, async (run) => {
      await note(run, 'mine');
      expect(await run.read.rows(select)).toEqual([{ note: 'mine' }]);
      expect(await createRun(service.runtime, other).read.rows(select)).toEqual([]);
      return finishWith(run, 'one');
    });
  });
});

describe('steps', () => {
  it('steps commit one by one, each with its events, and a failed step has no effect', async () => {
    const context = callContext();
    const run = createRun(service.runtime, context);
    const event = {
      subject: `${name}.thing.changed`,
      aggregate: 'thing',
      aggregateId: context.organizationId,
      aggregateVersion: 1,
      payload: Buffer.from('{}'),
    };
    await note(run, 'kept');
    const failing = run.step(async (tx) => {
      tx.emit(event);
      await tx.rows(`insert into effects (org_id, note) values ($1, 'lost')`, [tx.organizationId]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const before = service.eventsLeft();
    await run.step((tx) => Promise.resolve(tx.emit(event)));
    expect(await notesOf(context)).toEqual(['kept']);
    expect(service.eventsLeft()).toBe(before + 1);
    const sql = 'select 1 from outbox where aggregate_id = $1';
    expect(await service.rows(sql, [context.organizationId])).toHaveLength(1);
  });
});

describe('a judged call', () => {
  const judgedBy = (version: string): CallContext => ({ ...keyed(), judged: [version] });
  const noted = (run: Run) =>
    run.finish(async (tx) => {
      await tx.rows(`insert into effects (org_id, note) values ($1, 'done')`, [tx.organizationId]);
      return replyValue({ value: 'done' });
    });

  it('a call with a document digest that is not compared commits no last step and stores no response', async () => {
    const context = judgedBy('x');
    await expect(ask(context, noted)).rejects.toThrow('compares nothing');
    expect(await notesOf(context)).toEqual([]);
    expect(await recordOf(context)).toMatchObject({ state: 'started', reply: null });
  });

  it('a call with a document digest cannot write in another service before the digest is compared', async () => {
    const context = judgedBy('x');
    const writing = async (run: Run) => {
      underKey(run.context, 'other', 'k');
      return noted(run);
    };
    await expect(ask(context, writing)).rejects.toThrow('compares nothing');
  });

  it('a call with a document digest is refused if the document has changed, and succeeds if the document is unchanged', async () => {
    const compared = (run: Run) =>
      run.finish(async (tx) => {
        await requireJudgedRow(tx, `select '{"a":1}' as json where :org::uuid is not null`, []);
        return replyValue({ value: 'same' });
      });
    expect((await refused(ask(judgedBy('x'), compared))).details.reason).toBe('document_changed');
    expect(await ask(judgedBy(shownVersion(readShown('{"a":1}'))), compared)).toEqual({
      value: 'same',
    });
  });

  it('a call with a document digest resumes the work of an earlier attempt with its idempotency key without a second comparison', async () => {
    const context = judgedBy('x');
    const dying = async (run: Run) => {
      await note(run, 'begun');
      throw unavailable('killed');
    };
    await refused(ask(context, dying));
    // A repeated request is another call, so it has another context object.
    expect(await ask({ ...context }, noted)).toEqual({ value: 'done' });
    expect(await notesOf(context)).toEqual(['begun', 'done']);
  });
});
