import { createRun, newId, type CallContext, type Runtime } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import type { RequestAnswer, VerifyAnswer } from '../src/domain/downloads/answers';
import type { MassDownload } from '../src/domain/downloads/port';
import type { Span } from '../src/domain/downloads/spans';
import { readPackage } from '../src/providers/packages/read-package';
import { cancelSatSync } from '../src/operations/cancel-sat-sync';
import { getSatQuotas } from '../src/operations/get-sat-quotas';
import { addSync } from '../src/workflows/add-sync';
import { downloadCfdi, type DownloadProviders } from '../src/workflows/download-cfdi';
import { startSatSync } from './sat-sync';

let service: ServiceRuntime;
let now = new Date('2026-11-20T18:00:00.000Z');
beforeAll(async () => void (service = await startSatSync()));
afterAll(() => service.close());

const unused = () => Promise.reject(new Error('unused'));

/** Adds a due source of received CFDI; by default its documents are from October. */
async function dueSource(
  context = callContext(),
  days: object = { dateFrom: '2026-10-01', dateTo: '2026-10-31' },
) {
  const runtime: Runtime = { ...service.runtime, now: () => now } as Runtime;
  const run = createRun(runtime, context);
  await run.step((tx) =>
    Promise.resolve(addSync(tx, 'EKU9003173C9', { sources: ['received_cfdi'], ...days })),
  );
  const [row] = await service.rows<{ id: string }>(
    'select id from sync_sources where org_id = $1',
    [context.organizationId],
  );
  const sourceOf = async () =>
    (
      await service.rows<{ state: string; phase: string; spans: Span[] }>(
        'select state, phase, spans from sync_sources where id = $1',
        [row!.id],
      )
    )[0]!;
  const stateOf = async () => (await sourceOf()).state;
  const requests = () =>
    service.rows<{ state: string; to: string }>(
      'select state, issued_to as "to" from sat_requests where source_id = $1 order by id',
      [row!.id],
    );
  const work = (massDownload: Partial<MassDownload<CallContext>>) => {
    const none = { request: unused, verify: unused, download: unused };
    const providers: DownloadProviders = {
      massDownload: { ...none, ...massDownload },
      withholdingsDownload: none,
      imports: { importCfdi: unused } as unknown as DownloadProviders['imports'],
      readPackage,
      pollSeconds: [60],
    };
    return downloadCfdi(run, providers, row!.id);
  };
  return { run, id: row!.id, work, sourceOf, stateOf, requests };
}

/** Creates a response of the SAT that the test releases later. */
function lateAnswer<Answer = RequestAnswer>() {
  let answer!: (answered: Answer) => void;
  let isAsked!: () => void;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const request = () => {
    isAsked();
    return new Promise<Answer>((resolve) => (answer = resolve));
  };
  return { asked, request, answer: (answered: Answer) => answer(answered) };
}

const accepted = (last: number): RequestAnswer => ({
  outcome: 'accepted',
  satId: `b2b5a1c4-0000-4000-8000-${String(last).padStart(12, '0')}`,
});

const later = (seconds: number) => void (now = new Date(now.getTime() + seconds * 1_000));

test('a period without a first day begins on the oldest day that the SAT provides, or a month before its last day', async () => {
  const first = async (dateTo: string) => (await (await dueSource(callContext(), { dateTo })).sourceOf()).spans[0]!.from; // prettier-ignore
  expect(await first('2020-11-28')).toBe('2020-11-20T00:00:00');
  expect(await first('2026-01-05')).toBe('2025-12-05T00:00:00');
});

test('a worker keeps the lease of its source if a call to the SAT takes longer than the lease', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'Date', 'performance', 'queueMicrotask', 'hrtime'] }); // prettier-ignore
  try {
    const { id, work } = await dueSource();
    const late = lateAnswer();
    const working = work(late);
    await late.asked;
    const dueAt = async () =>
      (await service.rows<{ at: Date }>('select due_at as at from sync_sources where id = $1', [id]))[0]!.at.getTime(); // prettier-ignore
    const before = await dueAt();
    later(25);
    jest.advanceTimersByTime(8_000);
    while ((await dueAt()) === before) await new Promise(setImmediate);
    later(25);
    expect(await work({})).toBe(false);
    late.answer({ outcome: 'accepted', satId: 'b2b5a1c4-0000-4000-8000-000000000001' });
    expect(await working).toBe(true);
  } finally {
    jest.useRealTimers();
  }
});

test('a source that was canceled while the SAT refused its FIEL stays canceled', async () => {
  const { id, work, stateOf } = await dueSource();
  const late = lateAnswer();
  const working = work(late);
  await late.asked;
  await service.rows(
    `update sync_sources set state = 'canceled', due_at = null where id = $1 returning id`,
    [id],
  );
  late.answer({ outcome: 'credential', code: '304', message: 'revoked' });
  await working;
  expect(await stateOf()).toBe('canceled');
});

test('a response to a replaced worker does not change the state that the next worker has stored', async () => {
  const { work, sourceOf, requests } = await dueSource();
  const late = lateAnswer();
  const replaced = work(late);
  await late.asked;
  // The process of the first worker pauses, so its lease expires and another worker takes over the
  // source.
  later(31);
  expect(await work({ request: () => Promise.resolve(accepted(1)) })).toBe(true);
  const [source, ledger] = [await sourceOf(), await requests()];
  expect(ledger.map(({ state }) => state)).toEqual(['unknown', 'accepted']);
  late.answer({ outcome: 'used_up', code: '5002' });
  expect(await replaced).toBe(true);
  expect([await sourceOf(), await requests()]).toEqual([source, ledger]);
});

test('a verification by a replaced worker does not change the state that the next worker has stored', async () => {
  const { work, sourceOf, requests } = await dueSource();
  await work({ request: () => Promise.resolve(accepted(2)) });
  later(61);
  const late = lateAnswer<VerifyAnswer>();
  const replaced = work({ verify: late.request });
  await late.asked;
  later(31);
  const waiting = () => Promise.resolve<VerifyAnswer>({ outcome: 'waiting' });
  expect(await work({ verify: waiting })).toBe(true);
  const [source, ledger] = [await sourceOf(), await requests()];
  late.answer({ outcome: 'finished', documents: 1, packages: ['P_01'] });
  expect(await replaced).toBe(true);
  expect([await sourceOf(), await requests()]).toEqual([source, ledger]);
  const listed = await service.rows(`select 1 from packages where package_id = 'P_01'`);
  expect(listed).toEqual([]);
});

test('the response to a request is stored even if its source was canceled before the response arrived', async () => {
  const { id, work, requests } = await dueSource();
  const late = lateAnswer();
  const working = work(late);
  await late.asked;
  await service.rows(
    `update sync_sources set state = 'canceled', due_at = null, lease = null where id = $1
     returning id`,
    [id],
  );
  late.answer(accepted(3));
  await working;
  expect(await requests()).toMatchObject([{ state: 'accepted' }]);
});

test('two organizations with one RFC share the requests that the SAT limits for the lifetime of an RFC', async () => {
  await service.rows('delete from sat_requests returning 1');
  const [one, other] = [await dueSource(), await dueSource()];
  const sent: string[] = [];
  const request: MassDownload<CallContext>['request'] = (_, { from, to }) => {
    sent.push(`${from} ${to}`);
    return Promise.resolve(accepted(10 + sent.length));
  };
  await Promise.all([one.work({ request }), other.work({ request })]);
  expect(sent.toSorted()).toEqual([
    '2026-10-01T00:00:00 2026-10-31T23:59:59',
    '2026-10-01T00:00:00 2026-11-01T00:00:00',
  ]);
  // The list of requests of an organization contains only its own requests.
  for (const { run, requests } of [one, other]) {
    const seen = await run.step((tx) =>
      tx.rows('select issued_to as "to", state from sat_requests'),
    );
    expect(seen).toEqual(await requests());
    expect(seen).toHaveLength(1);
  }
});

test('a source whose worker failed is continued after some seconds, without waiting for the end of the lease', async () => {
  const { work } = await dueSource();
  const request = () => Promise.reject(new Error('busy'));
  await expect(work({ request })).rejects.toThrow('busy');
  later(4);
  expect(await work({})).toBe(false);
  later(2);
  expect(await work({ request: () => Promise.resolve(accepted(30)) })).toBe(true);
});

test('the waiting time of a source doubles with each consecutive failure, up to an hour', async () => {
  const { work } = await dueSource();
  const verify = () => Promise.reject(new Error('broken'));
  const fail = () => expect(work({ verify })).rejects.toThrow('broken');
  await work({ request: () => Promise.resolve(accepted(31)) });
  later(60);
  for (const seconds of [5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600]) {
    await fail();
    later(seconds - 1);
    expect(await work({})).toBe(false);
    later(1);
  }
  // A response of the SAT resets the count of consecutive failures.
  await work({ verify: () => Promise.resolve<VerifyAnswer>({ outcome: 'waiting' }) });
  later(60);
  await fail();
  later(5);
  await fail();
});

test('requests are sent less often if the SAT does not respond, and stop after the last attempt', async () => {
  const { work, stateOf, requests } = await dueSource();
  const request = () => Promise.resolve<RequestAnswer>({ outcome: 'unknown' });
  for (let failures = 1; failures <= 11; failures += 1) {
    expect(await work({ request })).toBe(true);
    expect([await stateOf(), (await requests()).length]).toEqual(['waiting_for_sat', failures]);
    later(59);
    expect(await work({ request })).toBe(false);
    later(1);
  }
  await work({ request });
  expect(await stateOf()).toBe('failed');
});

test('a request that the SAT does not accept is sent five times and then replaced by a new request', async () => {
  const { work, requests } = await dueSource();
  let sent = 0;
  const request = () => {
    sent += 1;
    return Promise.resolve<RequestAnswer>({ outcome: 'again', code: '5006' });
  };
  for (let pass = 1; pass <= 6; pass += 1) {
    await work({ request });
    expect(sent).toBe(pass);
    expect(await requests()).toHaveLength(pass <= 5 ? 1 : 2);
    later(61);
  }
});

test('a period whose XML the SAT no longer provides is skipped and reported, and the next period is requested', async () => {
  const { id, work, requests } = await dueSource();
  const spans = [
    { from: '2026-10-03T00:00:00', to: '2026-10-03T00:00:02' },
    { from: '2026-10-09T00:00:00', to: '2026-10-09T00:00:02' },
  ];
  await service.rows(
    `update sync_sources set phase = 'cfdi', spans = $2::jsonb where id = $1 returning 1`,
    [id, JSON.stringify(spans)],
  );
  await service.rows(
    `insert into sat_requests (id, org_id, source_id, rfc, direction, request_type, issued_from,
       issued_to, repeats, state, uses, requested_at)
     select gen_random_uuid(), gen_random_uuid(), $1, 'EKU9003173C9', 'received', 'cfdi',
       '2026-10-03T00:00:00', '2026-10-03T00:0' || n / 60 || ':' || lpad((n % 60)::text, 2, '0'), 0,
       'finished', 1, now() from generate_series(2, 62) n`,
    [newId()],
  );
  await work({ request: () => Promise.resolve(accepted(40)) });
  expect(await requests()).toEqual([{ state: 'accepted', to: '2026-10-09T00:00:02' }]);
  const [source] = await service.rows<{ state: string; issues: object[] }>(
    'select state, issues from sync_sources where id = $1',
    [id],
  );
  expect(source).toEqual({
    state: 'waiting_for_sat',
    issues: [{ name: '2026-10-03T00:00:00', code: 'quota_exhausted' }],
  });
});

test('a period that the SAT no longer provides has no allowed request left, even if another system made the requests', async () => {
  const { run, work } = await dueSource();
  const answers: RequestAnswer[] = [
    { outcome: 'used_up', code: '5002' },
    { outcome: 'used_up', code: '5005' },
  ];
  await work({ request: () => Promise.resolve(answers.shift() ?? accepted(50)) });
  const { items } = (await service.answer(getSatQuotas, run.context, {})) as {
    items: { uses: number; remaining: number }[];
  };
  expect(items.map(({ uses, remaining }) => [uses, remaining]).toReversed()).toEqual([
    [2, 0],
    [1, 1],
    [1, 1],
  ]);
});

test('the bytes of packages are deleted when their source is canceled or fails', async () => {
  const stored = async () => {
    const due = await dueSource();
    const packed = newId();
    const own = [due.run.context.organizationId, packed];
    await service.rows(
      `insert into packages (id, org_id, source_id, request_id, package_id, state, downloads,
         next_download_at) values ($2, $1, $3, $2, 'P_01', 'listed', 0, '2027-01-01')`,
      [...own, due.id],
    );
    await service.rows('insert into package_parts values ($1, $2, 0, $3)', [...own, 'bytes']);
    const parts = () => service.rows('select 1 from package_parts where package_id = $1', [packed]);
    expect(await parts()).toHaveLength(1);
    return { ...due, parts };
  };
  const canceled = await stored();
  const [row] = await service.rows<{ syncId: string }>(
    'select sync_id::text as "syncId" from sync_sources where id = $1',
    [canceled.id],
  );
  await service.answer(cancelSatSync, canceled.run.context, row!);
  expect(await canceled.parts()).toEqual([]);
  const failed = await stored();
  const refused = { outcome: 'credential', code: '304', message: 'revoked' } as const;
  await failed.work({ request: () => Promise.resolve(refused) });
  expect(await failed.stateOf()).toBe('failed');
  expect(await failed.parts()).toEqual([]);
});

test('an RFC has at most two unfinished requests in a direction', async () => {
  const { id, work, requests, sourceOf } = await dueSource();
  const [span] = (await sourceOf()).spans;
  const spans = ['05', '10', '15'].map((day) => ({ ...span, to: `2026-10-${day}T00:00:00` }));
  await service.rows('update sync_sources set spans = $2::jsonb where id = $1 returning id', [
    id,
    JSON.stringify(spans),
  ]);
  let asked = 10;
  expect(await work({ request: () => Promise.resolve(accepted((asked += 1))) })).toBe(true);
  expect((await requests()).map(({ state }) => state)).toEqual(['accepted', 'accepted']);
  expect((await sourceOf()).spans).toHaveLength(1);
});

test('a package is downloaded at most twice, and then the days of the package are requested again', async () => {
  const { work, requests } = await dueSource();
  await work({ request: () => Promise.resolve(accepted(21)) });
  let downloads = 0;
  const next = () => {
    later(61);
    return work({
      request: () => Promise.resolve(accepted(22)),
      verify: () => Promise.resolve({ outcome: 'finished', documents: 1, packages: ['TWICE_01'] }),
      download: () => {
        downloads += 1;
        return Promise.resolve({ outcome: 'broken' });
      },
    });
  };
  for (let pass = 0; pass < 3; pass += 1) await next();
  const packages = 'select state, downloads from packages where package_id = $1 order by id';
  expect((await service.rows(packages, ['TWICE_01']))[0]).toEqual({ state: 'lost', downloads: 2 });
  expect(downloads).toBe(2);
  expect((await requests()).map(({ state }) => state)).toEqual(['finished', 'accepted']);
});
