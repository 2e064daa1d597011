import { fiscalCfdi } from '@timbre/contract';
import { createRun, newId, type CallContext, type ReceivedEvent, type Runtime } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { strToU8, zipSync } from 'fflate';
import type { DownloadRequest, MassDownload } from '../src/domain/downloads/port';
import { onCancellationRequest } from '../src/events/on-cancellation-request';
import { readPackage } from '../src/providers/packages/read-package';
import { downloadCfdi, type DownloadProviders } from '../src/workflows/download-cfdi';
import { startSatSync } from './sat-sync';

let service: ServiceRuntime;
let now = new Date('2026-11-20T18:00:00.000Z');
beforeAll(async () => void (service = await startSatSync()));
afterAll(() => service.close());

const later = (seconds: number) => void (now = new Date(now.getTime() + seconds * 1_000));
const rfc = 'EKU9003173C9';

type Ours = { uuid: string; isComplete: boolean };

/** Creates an organization that receives cancellation requests, with a simulated SAT and fiscal-cfdi. */
function receiver() {
  const context = callContext();
  const runtime: Runtime = { ...service.runtime, now: () => now } as Runtime;
  const run = createRun(runtime, context);
  const asked: DownloadRequest[] = [];
  const imported: fiscalCfdi.SatCfdi[] = [];
  const ours: Ours[] = [];
  const massDownload: MassDownload<CallContext> = {
    request: (_, request) => {
      asked.push(request);
      return Promise.resolve({ outcome: 'accepted', satId: newId() });
    },
    verify: () =>
      Promise.resolve({ outcome: 'finished', documents: 1, packages: [`${newId()}_01`] }),
    download: async (_context, _id, write) => {
      const { from } = asked.at(-1)!;
      const bytes = Buffer.from(zipSync({ [`${from}.xml`]: strToU8('<a/>') }));
      await write(bytes);
      return { outcome: 'downloaded', bytes: bytes.length };
    },
  };
  const imports = {
    listCfdiStates: () => Promise.resolve({ documents: ours }),
    importCfdi: ({ documents }: fiscalCfdi.ImportCfdiRequest) => {
      imported.push(...documents);
      return Promise.resolve({
        documents: documents.map(({ uuid }) => ({ uuid, outcome: 'imported', code: '' })),
      });
    },
  } as unknown as DownloadProviders['imports'];
  const deliver = async (more: Partial<fiscalCfdi.CancellationRequest>) => {
    const message = {
      requestId: newId(),
      version: 1,
      receiverRfc: rfc,
      state: 'pending',
      answerBefore: '',
      ...more,
    } as fiscalCfdi.CancellationRequest;
    const payload = fiscalCfdi.CancellationRequest.encode(message).finish();
    await run.step((tx) => onCancellationRequest({ payload } as unknown as ReceivedEvent, tx));
  };
  const sources = () =>
    service.rows<{ id: string; state: string; error: string | null; issues: unknown }>(
      `select id::text as id, state, error_code as error, issues from sync_sources
       where org_id = $1 order by id`,
      [context.organizationId],
    );
  const work = async (over: Partial<MassDownload<CallContext>> = {}, runner = run) => {
    for (const { id } of await sources()) {
      const service = { ...massDownload, ...over };
      const own = { massDownload: service, withholdingsDownload: service };
      const providers = { ...own, imports, readPackage };
      await downloadCfdi(runner, { ...providers, pollSeconds: [60] }, id);
    }
  };
  return { context, run, asked, imported, ours, deliver, sources, work };
}

test('an unknown CFDI whose issuer requests its cancellation is fetched by its UUID', async () => {
  const { asked, imported, deliver, sources, work } = receiver();
  const uuid = newId();
  await deliver({ uuid: uuid.toUpperCase() });
  await work();
  expect(asked).toEqual([expect.objectContaining({ requestType: 'folio', from: uuid })]);
  later(61);
  await work();
  expect(imported.map((one) => [one.uuid, one.direction, String(one.xml)])).toEqual([
    [uuid, 'received', '<a/>'],
  ]);
  expect(await sources()).toMatchObject([{ state: 'completed', error: null }]);
});

test('a stored CFDI is not requested, and a CFDI in the metadata is first stored from the metadata', async () => {
  const { run, asked, imported, ours, deliver, sources, work } = receiver();
  const [here, partial, listed] = [newId(), newId(), newId()];
  await deliver({ uuid: here, cfdiId: newId(), currency: 'MXN' });
  expect(await sources()).toEqual([]);
  await deliver({ uuid: partial, cfdiId: newId(), currency: 'XXX' });
  await deliver({ uuid: listed });
  await deliver({ uuid: here });
  ours.push({ uuid: partial, isComplete: false }, { uuid: here, isComplete: true });
  await run.step((tx) =>
    tx.rows(
      `insert into metadata values ($1, 'received', $2, 'URE180429TM6', 'UNO', $3, 'E', 'P',
       '2026-10-01T00:00:00', '2026-10-01T00:00:00', '11.60', 'I', false, null, true, $4)`,
      [tx.organizationId, listed, rfc, tx.now],
    ),
  );
  await work();
  expect(imported).toMatchObject([
    { uuid: listed, metadata: { issuerName: 'UNO', total: '11.60' } },
  ]);
  expect(asked.map(({ from }) => from).toSorted()).toEqual([partial, listed].toSorted());
});

test('a folio is requested at most twice, even by several organizations with the same RFC', async () => {
  const [one, other] = [receiver(), receiver()];
  const [lost, next] = [newId(), newId()];
  const unknown = (asked: DownloadRequest[]) => (_: CallContext, request: DownloadRequest) => {
    asked.push(request);
    return Promise.resolve({ outcome: 'unknown' } as const);
  };
  await one.deliver({ uuid: lost });
  for (let pass = 0; pass < 3; pass += 1) {
    await one.work({ request: unknown(one.asked) });
    later(61);
  }
  expect(one.asked.map(({ from }) => from)).toEqual([lost, lost]);
  await other.deliver({ uuid: lost });
  await other.deliver({ uuid: next });
  await other.work();
  expect(other.asked.map(({ from }) => from)).toEqual([next]);
  expect(await one.sources()).toMatchObject([
    { state: 'completed', issues: [{ name: lost, code: 'quota_exhausted' }] },
  ]);
});

test('a CFDI that is added while another CFDI is requested is handled later by the same worker', async () => {
  const { asked, deliver, work } = receiver();
  const [first, second] = [newId(), newId()];
  await deliver({ uuid: first });
  let answer!: () => void;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  let isSent!: () => void;
  const sent = new Promise<void>((resolve) => (isSent = resolve));
  const working = work({
    request: async (_, request) => {
      asked.push(request);
      isSent();
      await answered;
      return { outcome: 'accepted', satId: newId() };
    },
  });
  await sent;
  await deliver({ uuid: second });
  await work();
  expect(asked.map(({ from }) => from)).toEqual([first]);
  answer();
  await working;
  expect(asked.map(({ from }) => from)).toEqual([first, second]);
});

test('a CFDI that is added at the moment at which the last request ends is also requested', async () => {
  const { run, asked, deliver, work } = receiver();
  const [first, second] = [newId(), newId()];
  await deliver({ uuid: first });
  await work();
  later(61);
  let isDelivered = false;
  const step: typeof run.step = async (perform) => {
    const done = await run.step(perform);
    const isLast = (done as { kind?: string } | undefined)?.kind === 'phase';
    if (isLast && !isDelivered) {
      isDelivered = true;
      await deliver({ uuid: second });
    }
    return done;
  };
  await work({}, { ...run, step });
  expect(isDelivered).toBe(true);
  later(61);
  await work();
  expect(asked.map(({ from }) => from)).toEqual([first, second]);
});

test('without a FIEL no CFDI is requested, and the source reports this error', async () => {
  const { deliver, sources, work } = receiver();
  await deliver({ uuid: newId() });
  const message = 'The organization has no active FIEL.';
  await work({
    request: () => Promise.resolve({ outcome: 'credential', code: 'fiel_missing', message }),
  });
  expect(await sources()).toMatchObject([{ state: 'failed', error: 'credential_missing' }]);
});
