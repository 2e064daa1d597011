import { satSync } from '@timbre/contract';
import { createRun, newId, type CallContext, type Runtime } from '@timbre/kit';
import { callContext, untilItWaits, withKey, type ServiceRuntime } from '@timbre/testkit';
import { SatFault } from '../src/domain/sat-fault';
import { runSource } from '../src/jobs/run-sources';
import { cancelSatSync } from '../src/operations/cancel-sat-sync';
import { getSatSync } from '../src/operations/get-sat-sync';
import { startSatSync as start, type StartProviders } from '../src/operations/start-sat-sync';
import { count, endSource } from '../src/store/download-sources';
import { wantFolio } from '../src/store/folios';
import { addSync } from '../src/workflows/add-sync';
import { startSatSync, textPdfs, unusedPortals, uploadsOf } from './sat-sync';

let service: ServiceRuntime;
beforeAll(async () => void (service = await startSatSync()));
afterAll(() => service.close());

const rfc = 'EKU9003173C9';
const runOf = (context: CallContext) => createRun(service.runtime, context);

/** Adds a synchronization of the given sources, and returns their identifiers. */
async function queued(...sources: string[]) {
  const context = callContext();
  const run = runOf(context);
  const syncId = await run.step((tx) => Promise.resolve(addSync(tx, rfc, { sources })));
  const rows = await service.rows<{ id: string }>(
    'select id::text as id from sync_sources where org_id = $1 order by id',
    [context.organizationId],
  );
  return { context, run, syncId, ids: rows.map(({ id }) => id) };
}

/** Reads the events of an organization's synchronizations. */
async function announced({ organizationId }: CallContext) {
  const rows = await service.rows<{ payload: Buffer }>(
    `select payload from outbox where org_id = $1 and subject = 'sat_sync.sync.completed'`,
    [organizationId],
  );
  return rows.map(({ payload }) => satSync.SyncCompleted.decode(payload));
}

/** Removes the empty fields of an event, which API responses leave out. */
const bare = ({ sources, ...sync }: satSync.SyncCompleted): unknown => {
  const shown = sources.map(({ issues, ...source }) => ({
    ...source,
    ...(issues.length > 0 && { issues }),
  }));
  return JSON.parse(JSON.stringify({ ...sync, sources: shown }));
};

const acuse = `ACUSE DE RECIBO
DECLARACIÓN PROVISIONAL O DEFINITIVA DE IMPUESTOS FEDERALES
RFC: ${rfc}  Hoja 1 de 1
Tipo de declaración: Normal
Período de la declaración: Enero  Periodicidad: Mensual  Ejercicio: 2026
Fecha y hora de presentación: 17/02/2026 10:00
Número de operación: 260000000001
Concepto de pago 1: ISR personas morales
A cargo: 1,000
Cantidad a pagar: 1,000`;

const cancel = (context: CallContext, syncId: string) =>
  service.answer(cancelSatSync, withKey(context, 'POST cancel'), { syncId });

describe('ending a synchronization', () => {
  it('the end of the last source emits the event of the synchronization, in the format of getSatSync', async () => {
    const { context, run, syncId, ids } = await queued('received_cfdi', 'issued_cfdi');
    const [received, issued] = ids;
    await run.step(async (tx) => {
      await count(tx, received!, { found: 3, imported: 2, skipped: 1 }, [{ name: 'a', code: 'b' }]);
      await endSource(tx, received!);
    });
    expect(await announced(context)).toEqual([]);
    const refused = { code: 'credential_rejected', message: 'The SAT refuses it.' };
    await run.step((tx) => endSource(tx, issued!, refused));
    const [event] = await announced(context);
    const sync = await service.answer(getSatSync, context, { syncId });
    expect(bare(event!)).toEqual(sync);
    expect(sync).toMatchObject({ state: 'partially_completed' });
    // In this test, a replaced worker ends the source after another worker has taken it over.
    await run.step((tx) => endSource(tx, issued!));
    expect(await announced(context)).toHaveLength(1);
  });

  it('a synchronization emits one event if two sources end at the same moment', async () => {
    const { context, run, ids } = await queued('received_cfdi', 'issued_cfdi');
    const [one, other] = ids;
    let second!: Promise<unknown>;
    await run.step(async (tx) => {
      await endSource(tx, one!);
      second = runOf(context).step((tx) => endSource(tx, other!));
      await untilItWaits(service, second);
    });
    await second;
    expect(await announced(context)).toMatchObject([{ state: 'completed' }]);
  });

  it('a synchronization emits one event if a source ends while the other sources are canceled', async () => {
    const { context, run, syncId, ids } = await queued('received_cfdi', 'issued_cfdi');
    let canceling!: Promise<unknown>;
    await run.step(async (tx) => {
      await count(tx, ids[0]!, { found: 1 });
      canceling = cancel(context, syncId);
      await untilItWaits(service, canceling);
      await endSource(tx, ids[0]!);
    });
    await canceling;
    expect(await announced(context)).toMatchObject([
      { state: 'partially_completed', sources: [{ state: 'canceled' }, { state: 'completed' }] },
    ]);
  });

  it('a canceled synchronization emits one event, even if its workers continue', async () => {
    const { context, run, syncId, ids } = await queued('declarations', 'issued_cfdi');
    await cancel(context, syncId);
    for (const id of ids) await run.step((tx) => endSource(tx, id));
    await expect(cancel(context, syncId)).rejects.toMatchObject({ code: 'conflict' });
    expect(await announced(context)).toMatchObject([
      { syncId, state: 'canceled', sources: [{ state: 'canceled' }, { state: 'canceled' }] },
    ]);
  });

  it('the event of a synchronization is emitted when its portal source has ended, and not while this source waits for the portal', async () => {
    const { context, ids } = await queued('declarations');
    const readWith = (code: 'sat_unavailable' | 'page_not_recognised') => {
      const fails = () => Promise.reject(new SatFault(code, 'closed'));
      const portals = { ...unusedPortals, declarations: fails };
      const providers = { portals, pdfs: textPdfs };
      return runSource({ ...service.runtime, providers } as Runtime<never>, context, ids[0]!);
    };
    await readWith('sat_unavailable');
    expect(await announced(context)).toEqual([]);
    service.setClock('2026-11-21T15:02:00.000Z');
    await readWith('page_not_recognised');
    expect(await announced(context)).toMatchObject([
      { state: 'failed', sources: [{ error: { code: 'page_not_recognised', retryable: false } }] },
    ]);
  });

  it('a synchronization of files emits its event at once, in the format of getSatSync', async () => {
    const context = callContext();
    const profile = { body: Buffer.from(JSON.stringify({ data: { rfc } })) };
    const providers = {
      pdfs: textPdfs,
      uploads: uploadsOf({ acuse }),
      fiscalCfdi: { getFiscalProfile: () => Promise.resolve(profile) },
    };
    const asked = { sources: ['declarations', 'compliance_opinion'], fileIds: ['acuse'] };
    const answer = await start.run(
      { ...service.runtime, providers } as unknown as Runtime<StartProviders>,
      withKey(context, 'POST start'),
      asked,
    );
    const { data: sync } = JSON.parse(String(answer)) as { data: object };
    const [event] = await announced(context);
    expect(bare(event!)).toEqual(sync);
    expect(sync).toMatchObject({ sources: [{ found: 0 }, { found: 1, imported: 1 }] });
  });

  it('the event of a synchronization contains at most fifty issues of a source', async () => {
    const { context, run, ids } = await queued('issued_cfdi');
    const issues = Array.from({ length: 40 }, (_, at) => ({ name: `${at}`, code: 'empty' }));
    await run.step(async (tx) => {
      for (let times = 0; times < 2; times += 1) await count(tx, ids[0]!, {}, issues);
      await endSource(tx, ids[0]!);
    });
    const [event] = await announced(context);
    expect(event!.sources[0]!.issues).toEqual([...issues, ...issues.slice(0, 10)]);
  });

  it('a source of a single CFDI emits no event, because it belongs to no synchronization', async () => {
    const context = callContext();
    await runOf(context).step((tx) => wantFolio(tx, rfc, newId()));
    const [folio] = await service.rows<{ id: string }>(
      'select id::text as id from sync_sources where org_id = $1',
      [context.organizationId],
    );
    await runOf(context).step((tx) => endSource(tx, folio!.id));
    expect(await announced(context)).toEqual([]);
  });
});
