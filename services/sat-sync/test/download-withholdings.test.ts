import type { fiscalCfdi } from '@timbre/contract';
import { createRun, newId, type CallContext, type Runtime } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { strToU8, zipSync } from 'fflate';
import type { RequestAnswer, VerifyAnswer } from '../src/domain/downloads/answers';
import type { DownloadRequest, MassDownload } from '../src/domain/downloads/port';
import { getSatQuotas } from '../src/operations/get-sat-quotas';
import { readPackage } from '../src/providers/packages/read-package';
import { addSync } from '../src/workflows/add-sync';
import { downloadCfdi, type DownloadProviders } from '../src/workflows/download-cfdi';
import { startSatSync } from './sat-sync';

let service: ServiceRuntime;
beforeAll(async () => void (service = await startSatSync()));
afterAll(() => service.close());

let taxpayers = 0;
const october = { dateFrom: '2026-10-01', dateTo: '2026-10-31' };
const [first, second] = [newId(), newId()];

/**
 * Adds a source of withholding documents, with a simulated service that answers the requests in order.
 */
async function dueSource(source = 'received_withholdings', requests: RequestAnswer[] = []) {
  let now = new Date('2026-11-20T18:00:00.000Z');
  const context = callContext();
  // Each source has a separate RFC, because the SAT counts requests by RFC.
  const rfc = `EKU90031730${(taxpayers += 1)}`;
  const run = createRun({ ...service.runtime, now: () => now } as Runtime, context);
  await run.step(async (tx) => void addSync(tx, rfc, { sources: [source], ...october }));
  const own = [context.organizationId];
  const shown = async () =>
    (
      await service.rows<Record<string, unknown>>(
        `select id, state, found, imported, skipped, issues, error_code as "errorCode", phase
         from sync_sources where org_id = $1`,
        own,
      )
    )[0]!;
  const asked: DownloadRequest[] = [];
  const imported: fiscalCfdi.SatCfdi[] = [];
  const outcomes = new Map([[second, 'unchanged']]);
  const importCfdi = ({ documents }: fiscalCfdi.ImportCfdiRequest) => {
    imported.push(...documents);
    return Promise.resolve({
      documents: documents.map(({ uuid }) => ({
        uuid,
        outcome: outcomes.get(uuid) ?? 'imported',
        code: '',
      })),
    });
  };
  const files = Object.fromEntries([first, second].map((uuid) => [`${uuid}.xml`, strToU8('<r/>')]));
  const packed = Buffer.from(zipSync({ ...files, 'noise.txt': strToU8('a') }));
  const work = async (
    verified: VerifyAnswer = { outcome: 'finished', documents: 2, packages: [`${newId()}_01`] },
  ) => {
    const withholdingsDownload: MassDownload<CallContext> = {
      request: (_, request) => {
        asked.push(request);
        return Promise.resolve(requests.shift() ?? { outcome: 'accepted', satId: newId() });
      },
      verify: () => Promise.resolve(verified),
      download: async (_context, _id, write) => {
        await write(packed);
        return { outcome: 'downloaded', bytes: packed.length };
      },
    };
    const providers = {
      // In this test, the mass download of CFDI must not be called, and no documents are compared.
      massDownload: {},
      withholdingsDownload,
      imports: { importCfdi },
      readPackage,
      pollSeconds: [60],
    } as unknown as DownloadProviders;
    const worked = await downloadCfdi(run, providers, String((await shown())['id']));
    now = new Date(now.getTime() + 61_000);
    return worked;
  };
  const quotas = async () => {
    const body = await getSatQuotas.run(service.runtime as Runtime, context, {});
    return (JSON.parse(body.toString()) as { data: { items: object[] } }).data.items;
  };
  return { rfc, asked, imported, work, shown, quotas };
}

test.each([
  ['received_withholdings', 'received', []],
  ['issued_withholdings', 'issued', [{ name: first, code: 'issued_elsewhere' }]],
])('%s imports the XML of its service, without metadata', async (source, direction, expected) => {
  const { rfc, asked, imported, work, shown, quotas } = await dueSource(source);
  await work();
  await work();
  const span = { from: '2026-10-01T00:00:00', to: '2026-10-31T23:59:59' };
  expect(asked).toEqual([
    expect.objectContaining({ rfc, direction, requestType: 'withholding', ...span }),
  ]);
  expect(imported.map((one) => [one.uuid, one.direction, String(one.xml)])).toEqual(
    [first, second].map((uuid) => [uuid, direction, '<r/>']),
  );
  const noise = { name: 'noise.txt', code: 'name_not_accepted' };
  expect(await shown()).toMatchObject({
    state: 'completed',
    found: 3,
    imported: 1,
    skipped: 1,
    issues: [noise, ...expected],
  });
  expect(await quotas()).toMatchObject([{ requestType: 'withholding', uses: 1, remaining: 1 }]);
});

test('a request whose allowed number is used up is repeated with a later end, and no request is sent twice', async () => {
  const { asked, work, shown } = await dueSource('received_withholdings', [
    { outcome: 'used_up', code: '5002' },
  ]);
  await work();
  await work({ outcome: 'empty' });
  expect(asked.map(({ to }) => to)).toEqual(['2026-10-31T23:59:59', '2026-11-01T00:00:00']);
  expect(await shown()).toMatchObject({ state: 'completed', found: 0 });
});

test('a period with too many documents is requested in halves', async () => {
  const { asked, work, shown } = await dueSource();
  await work();
  await work({ outcome: 'too_many' });
  await work({ outcome: 'empty' });
  expect(asked.slice(1).map(({ from, to }) => [from, to])).toEqual([
    ['2026-10-01T00:00:00', expect.stringMatching(/^2026-10-16/)],
    [expect.stringMatching(/^2026-10-1[67]/), '2026-10-31T23:59:59'],
  ]);
  expect(await shown()).toMatchObject({ state: 'completed' });
});

test('a source of withholding documents fails if the SAT refuses its request', async () => {
  const { work, shown } = await dueSource('received_withholdings', [
    { outcome: 'refused', code: '301', message: 'no' },
  ]);
  await work();
  expect(await shown()).toMatchObject({ state: 'failed', errorCode: 'request_refused' });
});
