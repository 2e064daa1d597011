import { createRun, newId, type CallContext, type Runtime } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { PackageUnreadable, type PackageBatch } from '../src/domain/downloads/package-batch';
import { claimSource, holdSource, type PackageRow } from '../src/store/download-sources';
import { metadataPage, missingTimes, storeMetadata } from '../src/store/metadata';
import { addSync } from '../src/workflows/add-sync';
import type { ImportClient } from '../src/workflows/compare-cfdi';
import { openPackage } from '../src/workflows/open-package';
import { startSatSync } from './sat-sync';

let service: ServiceRuntime;
beforeAll(async () => void (service = await startSatSync()));
afterAll(() => service.close());

const batchTo = (next: number): PackageBatch => ({
  documents: [{ uuid: newId(), xml: Buffer.from('<a/>') }],
  rows: [],
  skipped: [],
  next,
});

const october = { from: '2026-10-01T00:00:00', to: '2026-10-31T23:59:59' };
const rowOf = (uuid: string, issuerRfc = 'URE180429TM6') => ({
  uuid,
  issuerRfc,
  issuerName: 'U',
  receiverRfc: 'EKU9003173C9',
  receiverName: 'E',
  pacRfc: 'P',
  issuedLocal: '2026-10-02T00:00:00',
  certifiedLocal: '2026-10-02T00:00:00',
  total: '1.00',
  documentType: 'I',
  isCanceled: false,
  canceledLocal: null,
});

/**
 * Adds a package of three batches with one document each; the test decides how fiscal-cfdi imports each
 * batch.
 */
async function openable(asked = 'received_cfdi') {
  const context: CallContext = callContext();
  const runtime = { ...service.runtime } as Runtime;
  const run = createRun(runtime, context);
  await run.step(async (tx) => {
    const days = { dateFrom: '2026-10-01', dateTo: '2026-10-31' };
    addSync(tx, 'EKU9003173C9', { sources: [asked], ...days });
  });
  const own = [context.organizationId];
  const [{ id }] = (await service.rows<{ id: string }>(
    'select id from sync_sources where org_id = $1',
    own,
  )) as [{ id: string }];
  const lease = newId();
  const source = await run.step(async (tx) => {
    await claimSource(tx, id, lease);
    return holdSource(tx, id, lease);
  });
  const packed = {
    id: newId(),
    packageId: 'P_01',
    state: 'stored',
    downloads: 1,
    nextEntry: 0,
    requestType: 'cfdi',
    span: { from: '', to: '' },
  } as PackageRow;
  await service.rows(
    `insert into packages (id, org_id, source_id, request_id, package_id, state)
     values ($2, $1, $3, $2, 'P_01', 'stored') returning 1`,
    [...own, packed.id, id],
  );
  const handed: string[][] = [];
  const open = (
    answer: (position: number) => Promise<void>,
    end?: Error,
    outcome = { outcome: 'imported', code: '' },
  ) => {
    const imports = {
      async importCfdi({ documents }: { documents: { uuid: string }[] }) {
        handed.push(documents.map(({ uuid }) => uuid));
        await answer(handed.length);
        return {
          documents: documents.map(({ uuid }) => ({ uuid, ...outcome })),
        };
      },
    } as unknown as ImportClient;
    async function* readPackage() {
      for (const next of [1, 2, 3]) yield batchTo(next);
      if (end) throw end;
    }
    return openPackage(run, { imports, readPackage }, source!, packed, lease);
  };
  const stored = async () => {
    const [row] = await service.rows<{ state: string; next: number; imported: number }>(
      `select p.state, p.next_entry as next, s.imported from packages p
       join sync_sources s on s.org_id = p.org_id and s.id = p.source_id where p.org_id = $1`,
      own,
    );
    return row;
  };
  return { run, open, handed, stored };
}

test('openPackage sends the next batch while one batch is being imported, and waits before it sends a third batch', async () => {
  const { open, handed, stored } = await openable();
  let finishFirst!: () => void;
  const first = new Promise<void>((resolve) => (finishFirst = resolve));
  let isSecond!: () => void;
  const second = new Promise<void>((resolve) => (isSecond = resolve));
  const opening = open((position) => {
    if (position === 2) isSecond();
    return position === 1 ? first : Promise.resolve();
  });
  await second;
  expect(handed).toHaveLength(2);
  expect(await stored()).toEqual({ state: 'stored', next: 0, imported: 0 });
  finishFirst();
  await opening;
  expect(await stored()).toEqual({ state: 'imported', next: 3, imported: 3 });
});

test('an imported package resets the count of earlier failures to zero', async () => {
  const { run, open } = await openable();
  const fail = 'update sync_sources set failures = 7 where org_id = $1 returning failures';
  await run.step((tx) => tx.rows(fail, [tx.organizationId]));
  const failures = () => run.step((tx) => tx.rows('select failures from sync_sources'));
  await expect(open(() => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  expect(await failures()).toEqual([{ failures: 7 }]);
  await open(() => Promise.resolve());
  expect(await failures()).toEqual([{ failures: 0 }]);
});

test('openPackage stops at a batch that could not be imported', async () => {
  const { open, stored } = await openable();
  const answer = (position: number) =>
    position === 2 ? Promise.reject(new Error('no answer')) : Promise.resolve();
  await expect(open(answer)).rejects.toThrow('no answer');
  expect(await stored()).toEqual({ state: 'stored', next: 1, imported: 1 });
});

test('documents that were read before a damaged position in the package are counted', async () => {
  const { open, stored } = await openable();
  await open(() => Promise.resolve(), new PackageUnreadable('cut'));
  expect(await stored()).toEqual({ state: 'listed', next: 3, imported: 3 });
});

test('a document whose XML could not be imported is not requested again', async () => {
  const { run, open, handed, stored } = await openable();
  const missing = () => run.step((tx) => missingTimes(tx, { direction: 'received', ...october }));
  const rows = () => handed.flat().map((uuid) => rowOf(uuid));
  const know = () => run.step((tx) => storeMetadata(tx, 'received', rows()));
  // The metadata of the document arrive before its XML.
  await open(know, undefined, { outcome: 'refused', code: 'xml_invalid' });
  expect(await stored()).toMatchObject({ state: 'imported', imported: 0 });
  expect(await missing()).toEqual([]);
  await know();
  expect(await missing()).toEqual([]);
});

test('documents that the organization issued with another system are reported, and received documents are not', async () => {
  const codes = async (asked: string) => {
    const { run, open, handed } = await openable(asked);
    await open(() => Promise.resolve());
    const [source] = await run.step((tx) =>
      tx.rows<{ issues: { name: string; code: string }[] }>('select issues from sync_sources'),
    );
    return { handed: handed.flat(), issues: source!.issues };
  };
  const { handed, issues } = await codes('issued_cfdi');
  expect(issues).toEqual(handed.map((name) => ({ name, code: 'issued_elsewhere' })));
  expect((await codes('received_cfdi')).issues).toEqual([]);
});

test('documents that the organization issued to itself count as issued, not as received', async () => {
  const { run } = await openable();
  const rows = [rowOf(newId()), rowOf(newId(), 'EKU9003173C9')];
  const known = async (direction: 'issued' | 'received') => {
    await run.step((tx) => storeMetadata(tx, direction, rows));
    const page = await run.step((tx) => metadataPage(tx, { direction, ...october }, ''));
    return page.map(({ uuid }) => uuid);
  };
  expect(await known('received')).toEqual([rows[0]!.uuid]);
  expect(await known('issued')).toEqual(rows.map(({ uuid }) => uuid).sort());
});
