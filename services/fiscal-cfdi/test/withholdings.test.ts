import { createRun, type CallContext } from '@timbre/kit';
import { withKey } from '@timbre/testkit';
import { advanceCancellation } from '../src/workflows/cancelling/advance-cancellation';
import { cancelWithholding } from '../src/operations/cancel-withholding';
import { createSeries } from '../src/operations/create-series';
import { createWithholding } from '../src/operations/create-withholding';
import { deleteWithholding } from '../src/operations/delete-withholding';
import { getWithholding } from '../src/operations/get-withholding';
import { prepareStamp } from '../src/workflows/stamping/seal-draft';
import { stampWithholding } from '../src/operations/stamp-withholding';
import { withholdingKind } from '../src/workflows/documents/fiscal-kinds';
import { loses, rejects, stampsAndLoses } from './fake-pac';
import { sampleWithholding } from './sample-withholding';
import { hasty, moveClock, newIssuer, startStamping, type Stamping } from './stamping';

let stamping: Stamping;
beforeAll(async () => void (stamping = await startStamping()));
afterAll(() => stamping.close());
beforeEach(() => {
  moveClock(stamping, 0);
  stamping.sat.answer = { outcome: 'not_found' };
});

type Row = Record<string, unknown>;
const first = () => stamping.pacs[0];
const answer = (operation: unknown, context: CallContext, request: object): Promise<Row> =>
  stamping.service.answer(operation as never, context, request as never);
const idIn = (documentRef: string) => documentRef.replace('withholding:', '');
const keyed = (context: CallContext, what: 'stamp' | 'cancel') => ({
  ...withKey(context, `POST /v1/withholdings/{documentRef}/${what}`),
  deadlineMs: Date.now() + 28_000,
});

/**
 * The number of drafts so far, which makes each draft unique. The issuers in these tests share a key, so
 * equal documents would have equal seals.
 */
let drafted = 0;
async function newDraft(given?: CallContext) {
  const context = given ?? (await newIssuer(stamping));
  if (!given) await answer(createSeries, context, { code: 'R', kind: 'withholding' });
  const input = sampleWithholding({ description: `Honorarios ${(drafted += 1)}` });
  const { documentRef } = await answer(createWithholding, context, { input });
  return { context, documentRef: String(documentRef) };
}
const stamp = (context: CallContext, documentRef: string) =>
  answer(stampWithholding, keyed(context, 'stamp'), { documentRef });
const rowOf = async (documentRef: string) =>
  (
    await stamping.service.rows('select * from withholdings where id = $1', [idIn(documentRef)])
  )[0]!;
const attemptsOf = (documentRef: string) =>
  stamping.service.rows('select * from stamp_attempts where cfdi_id = $1 order by id', [
    idIn(documentRef),
  ]);
const eventsOf = async (documentRef: string) => {
  const sql = 'select subject from outbox where aggregate_id = $1 order by id';
  const rows = await stamping.service.rows(sql, [idIn(documentRef)]);
  return rows.map(({ subject }) => subject);
};

describe('a withholding document', () => {
  it('a withholding document is stamped once, with one event and one entry in its history', async () => {
    const { context, documentRef } = await newDraft();
    expect(await stamp(context, documentRef)).toMatchObject({ status: 'valid', folio: '1' });
    expect(await eventsOf(documentRef)).toEqual([
      'fiscal_cfdi.withholding.drafted',
      'fiscal_cfdi.withholding.stamped',
    ]);
    expect(await attemptsOf(documentRef)).toMatchObject([
      { document_kind: 'withholding', state: 'stamped' },
    ]);
    const sql = 'select event from cfdi_history where cfdi_id = $1 order by id';
    const history = await stamping.service.rows(sql, [idIn(documentRef)]);
    expect(history.map(({ event }) => event)).toEqual(['drafted', 'sealed', 'stamped']);
  });

  it('a withholding document is stamped once when the reconciler finds a lost answer', async () => {
    const { context, documentRef } = await newDraft();
    first().answers.push(stampsAndLoses);
    // The lookups that the waiting caller makes fail, too.
    first().lookups.push(loses, loses, loses, loses);
    await answer(stampWithholding, hasty(keyed(context, 'stamp')), { documentRef }).catch(() => 0);
    // The document is still being sent although the caller has disconnected.
    const isSent = async () =>
      ['unknown', 'stamped'].includes(String((await attemptsOf(documentRef))[0]!['state']));
    while (!(await isSent()));
    first().lookups.length = 0;
    moveClock(stamping, 120);
    await stamping.reconcile();
    const { status, uuid } = await rowOf(documentRef);
    expect(status).toBe('valid');
    const stamps = [...first().stamps.values()].map((stamped) => stamped.toLowerCase());
    expect(stamps.filter((stamped) => stamped === uuid)).toHaveLength(1);
  });

  it('a withholding document is editable again a minute after its process died, and keeps its folio', async () => {
    const { context, documentRef } = await newDraft();
    const run = createRun(stamping.service.runtime, keyed(context, 'stamp'));
    await prepareStamp(run, withholdingKind, idIn(documentRef), stamping.service.runtime.providers);
    moveClock(stamping, 61);
    await stamping.reconcile();
    expect(await rowOf(documentRef)).toMatchObject({ stage: 'draft', folio: '1' });
    expect(await stamp(context, documentRef)).toMatchObject({ folio: '1', status: 'valid' });
  });

  it('deleting a rejected withholding document leaves a record of its folio', async () => {
    const { context, documentRef } = await newDraft();
    first().answers.push(rejects);
    await expect(stamp(context, documentRef)).rejects.toMatchObject({ code: 'conflict' });
    await answer(deleteWithholding, context, { documentRef });
    const sql = 'select series, folio from voided_folios where id = $1';
    expect(await stamping.service.rows(sql, [idIn(documentRef)])).toEqual([
      { series: 'R', folio: '1' },
    ]);
  });
});

describe('the cancellation of a withholding document', () => {
  const cancel = (context: CallContext, documentRef: string, asked: object) =>
    answer(cancelWithholding, keyed(context, 'cancel'), { documentRef, ...asked });
  const follow = async (context: CallContext, documentRef: string) => {
    const sql = 'select id from cancellations where cfdi_id = $1 order by id desc';
    const [row] = await stamping.service.rows(sql, [idIn(documentRef)]);
    const { providers } = stamping.service.runtime as unknown as {
      providers: Parameters<typeof advanceCancellation>[1];
    };
    const run = createRun(stamping.service.runtime, context);
    await advanceCancellation(run, providers, String(row!['id']));
  };

  it('the cancellation of a withholding document is signed for the withholding service and ends when the SAT shows it', async () => {
    const { context, documentRef } = await newDraft();
    const { uuid } = await stamp(context, documentRef);
    await cancel(context, documentRef, { motive: '02' });
    expect(first().canceled.at(-1)).toContain('sat.gob.mx/esquemas/retencionpago/1"');
    stamping.sat.shows(true);
    moveClock(stamping, 60);
    await follow(context, documentRef);
    expect(stamping.sat.asked.at(-1)!.toLowerCase()).toBe(uuid);
    expect(await answer(getWithholding, context, { documentRef })).toMatchObject({
      status: 'canceled',
      cancellation: { state: 'accepted' },
    });
    expect((await eventsOf(documentRef)).at(-1)).toBe('fiscal_cfdi.withholding.canceled');
  });

  it('the cancellation of a withholding document adds the relation to its replacement when the replacement is sealed', async () => {
    const { context, documentRef } = await newDraft();
    const { uuid } = await stamp(context, documentRef);
    const { documentRef: replacement } = await newDraft(context);
    const asked = { motive: '01', replacementDocumentRef: replacement };
    expect(await cancel(context, documentRef, asked)).toMatchObject({ cancellation: asked });
    // In this test the SAT already has the replacement. Without the replacement, the SAT would refuse the
    // request.
    stamping.sat.shows(false);
    const stamped = await stamp(context, replacement);
    expect(stamped).toMatchObject({ relatedDocument: { relationship: '04', uuid } });
    moveClock(stamping, 10);
    await follow(context, documentRef);
    const substitute = String(stamped['uuid']).toUpperCase();
    expect(first().canceled.at(-1)).toContain(`FolioSustitucion="${substitute}"`);
  });

  it('a cancellation refuses a replacement that already has a relation, because the schema allows only one', async () => {
    const { context, documentRef } = await newDraft();
    await stamp(context, documentRef);
    const uuid = '0a7f3b2c-0000-4000-8000-000000000001';
    const input = sampleWithholding({ relatedDocument: { relationship: '04', uuid } });
    const busy = await answer(createWithholding, context, { input });
    const stampedAlready = await newDraft(context);
    await stamp(context, stampedAlready.documentRef);
    for (const replacementDocumentRef of [busy['documentRef'], stampedAlready.documentRef]) {
      const refused = cancel(context, documentRef, { motive: '01', replacementDocumentRef });
      await expect(refused).rejects.toMatchObject({ details: { reason: 'replacement_unfit' } });
    }
  });
});
