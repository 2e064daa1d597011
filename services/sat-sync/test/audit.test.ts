import { satSync, type fiscalCfdi } from '@timbre/contract';
import { createRun, newId, type Runtime } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { readPackage } from '../src/providers/packages/read-package';
import { addSync } from '../src/workflows/add-sync';
import { downloadCfdi, type DownloadProviders } from '../src/workflows/download-cfdi';
import { startSatSync } from './sat-sync';

let service: ServiceRuntime;
const now = new Date('2026-11-20T18:00:00.000Z');
beforeAll(async () => void (service = await startSatSync()));
afterAll(() => service.close());

type Asked = fiscalCfdi.ListCfdiStatesRequest;
type State = fiscalCfdi.CfdiState;

/** Adds a source of issued CFDI that has finished its downloads and is due for its audit. */
async function downloaded({ issues = [] }: { issues?: object[] } = {}) {
  const context = callContext();
  const run = createRun({ ...service.runtime, now: () => now } as Runtime, context);
  const october = { dateFrom: '2026-10-01', dateTo: '2026-10-31' };
  await run.step((tx) =>
    Promise.resolve(addSync(tx, 'EKU9003173C9', { sources: ['issued_cfdi'], ...october })),
  );
  const [source] = await service.rows<{ id: string }>(
    `update sync_sources set phase = 'audit', spans = '[]', imported = 2, issues = $2::jsonb where org_id = $1
     returning id`,
    [context.organizationId, JSON.stringify(issues)],
  );
  await service.rows(
    `insert into sat_requests (id, org_id, source_id, rfc, direction, request_type, issued_from,
       issued_to, repeats, state, uses, requested_at)
     values ($1, $2, $3, $4, 'issued', 'metadata', 'a', 'b', 0, 'finished', 1,
       '2026-11-18T18:00:00Z')`,
    [newId(), context.organizationId, source!.id, context.organizationId],
  );
  const known = (uuid: string) =>
    run.step((tx) =>
      tx.rows(
        `insert into metadata values ($1, 'issued', $2, 'EKU9003173C9', 'E', 'URE180429TM6', 'U', 'P',
         '2026-10-02T00:00:00', '2026-10-02T00:00:00', '11.60', 'I', false, null, true, $3)`,
        [tx.organizationId, uuid, tx.now],
      ),
    );
  /** Runs the audit of a source with the given documents in fiscal-cfdi. */
  const audit = async (ours: Partial<State>[]) => {
    const asked: Asked[] = [];
    const listCfdiStates = (request: Asked) => {
      asked.push(request);
      const isNamed = request.uuids.length > 0;
      const documents = isNamed
        ? ours.filter(({ uuid }) => request.uuids.includes(uuid!))
        : ours.filter(({ uuid }) => uuid! > request.afterUuid);
      return Promise.resolve({ documents });
    };
    const providers = {
      massDownload: {},
      withholdingsDownload: {},
      readPackage,
      pollSeconds: [60],
      imports: { listCfdiStates },
    } as unknown as DownloadProviders;
    await downloadCfdi(run, providers, source!.id);
    const [ended] = await service.rows<{ state: string; issues: object[] }>(
      'select state, issues from sync_sources where id = $1',
      [source!.id],
    );
    const events = await service.rows<{ payload: Buffer }>(
      `select payload from outbox where org_id = $1 and subject = 'sat_sync.source.finished'`,
      [context.organizationId],
    );
    const differences = events.map(
      ({ payload }) => satSync.SourceFinished.decode(payload).differences,
    );
    return { asked, ...ended!, differences };
  };
  return { known, audit };
}

test('a document that only Timbre or only the SAT has is a difference, and so is a folio that was stamped twice', async () => {
  const { known, audit } = await downloaded();
  const [both, lost, strange, twice] = [newId(), newId(), newId(), newId()];
  for (const uuid of [both, strange, twice]) await known(uuid);
  const ours = [{ uuid: both }, { uuid: lost }, { uuid: twice, isDoubled: true }];
  const { state, issues, differences } = await audit(ours);
  expect(state).toBe('completed');
  expect(issues).toEqual([
    { name: lost, code: 'not_at_sat' },
    { name: twice, code: 'stamped_twice' },
    { name: strange, code: 'not_here' },
  ]);
  // The progress of the source counts the differences of the audit and the two downloaded
  // documents.
  expect(differences).toEqual([3 + 2]);
});

test('a document that was stamped a day before the request for metadata may be missing at the SAT', async () => {
  const { audit } = await downloaded();
  const { asked } = await audit([]);
  expect(asked).toMatchObject([
    {
      issuedFrom: '2026-10-01T00:00:00',
      issuedTo: '2026-10-31T23:59:59',
      stampedTo: '2026-11-17T12:00:00',
    },
  ]);
});

test('differences are listed before skipped documents, regardless of their number', async () => {
  const issues = Array.from({ length: 50 }, (_, at) => ({ name: `${at}`, code: 'empty' }));
  const { audit } = await downloaded({ issues });
  const lost = newId();
  const answer = await audit([{ uuid: lost }]);
  expect(answer.issues).toEqual([{ name: lost, code: 'not_at_sat' }, ...issues]);
});
