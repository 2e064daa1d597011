import { parseComprobante } from '@timbre/cfdi';
import { createRun, type CallContext, type Refusal } from '@timbre/kit';
import { withKey } from '@timbre/testkit';
import { advanceCancellation } from '../src/operations/advance-cancellation';
import { cancelCfdi } from '../src/operations/cancel-cfdi';
import { deleteCfdi } from '../src/operations/delete-cfdi';
import { listCfdiRelations } from '../src/operations/list-cfdi-relations';
import { synchronizeCfdi } from '../src/operations/synchronize-cfdi';
import { newDraft } from './cfdi';
import { loses, rejects, suspended, unreachable } from './fake-pac';
import {
  eventsOf, moveClock, newItem, newStampable, stamp, stampKey, startStamping, type Stamping,
} from './stamping'; // prettier-ignore

let stamping: Stamping;
beforeAll(async () => void (stamping = await startStamping()));
afterAll(() => stamping.close());
beforeEach(() => {
  moveClock(stamping, 0);
  stamping.sat.answer = { outcome: 'not_found' };
  stamping.sat.asked.length = 0;
  for (const pac of stamping.pacs) pac.canceled.length = pac.cancelAnswers.length = 0;
});

const first = () => stamping.pacs[0];
type Asked = { motive: string; replacementDocumentRef?: string };

async function newValid() {
  const { context, documentRef } = await newStampable(stamping);
  const { uuid } = await stamp(stamping, stampKey(context), documentRef);
  return { context, documentRef, uuid: String(uuid) };
}
const cancelKey = (context: CallContext) => withKey(context, 'POST /v1/cfdi/{documentRef}/cancel');
const cancel = (context: CallContext, documentRef: string, asked: Asked = { motive: '02' }) =>
  stamping.service.answer(cancelCfdi as never, context, { documentRef, ...asked } as never);
const refusedCancel = (context: CallContext, documentRef: string, asked?: Asked) =>
  cancel(context, documentRef, asked).then(
    () => Promise.reject(new Error('not refused')),
    (error: Refusal) => error,
  );
const synchronize = (context: CallContext, documentRef: string) => {
  const keyed = withKey(context, 'POST /v1/cfdi/{documentRef}/synchronize');
  return stamping.service.answer(synchronizeCfdi as never, keyed, { documentRef } as never);
};
const rowOf = async (documentRef: string) => {
  const sql = 'select * from cancellations where cfdi_id = $1 order by id desc';
  return (await stamping.service.rows(sql, [documentRef.slice(5)]))[0]!;
};
/** What the stamped document names. */
const relatedIn = async (documentRef: string) => {
  const sql = 'select stamped_xml as xml from cfdi where id = $1';
  const [row] = await stamping.service.rows(sql, [documentRef.slice(5)]);
  const { document } = parseComprobante(String(row!['xml']));
  return 'cfdiRelacionados' in document ? document.cfdiRelacionados : undefined;
};
const relationsOf = async (context: CallContext, documentRef: string) => {
  const list = listCfdiRelations as never;
  const { relations } = await stamping.service.answer(list, context, { documentRef } as never);
  return relations;
};
/** One turn of the job that follows it. */
const follow = async (context: CallContext, documentRef: string) => {
  const { runtime } = stamping.service;
  const { id } = await rowOf(documentRef);
  const { providers } = runtime as unknown as {
    providers: Parameters<typeof advanceCancellation>[1];
  };
  await advanceCancellation(createRun(runtime, context), providers, String(id));
};

describe('a cancellation', () => {
  it('is asked of the PAC that stamped, signed by us, and the document stays valid', async () => {
    const { context, documentRef, uuid } = await newValid();
    const detail = await cancel(cancelKey(context), documentRef);
    expect(detail).toMatchObject({
      status: 'valid',
      cancellation: { state: 'requested', motive: '02', code: '201' },
    });
    const [request] = first().canceled;
    expect(request).toContain(`Motivo="02" UUID="${uuid.toUpperCase()}"`);
    expect(request).toContain('RfcEmisor="EKU9003173C9"');
    const row = await rowOf(documentRef);
    expect([String(row['request_xml']), String(row['acuse'])]).toEqual([request, '<Acuse/>']);
  });

  it('answers the same under its key; another key is told that one is under way', async () => {
    const { context, documentRef } = await newValid();
    const keyed = cancelKey(context);
    const detail = await cancel(keyed, documentRef);
    expect(await cancel(keyed, documentRef)).toEqual(detail);
    const other = await refusedCancel(cancelKey(context), documentRef);
    expect(other.details.reason).toBe('cancellation_in_progress');
    expect(first().canceled).toHaveLength(1);
  });

  it.each([
    ['Cancelado sin aceptación', true, 'accepted', 'canceled'],
    ['Cancelado con aceptación', true, 'accepted', 'canceled'],
    ['Plazo vencido', true, 'expired', 'canceled'],
    ['Solicitud rechazada', false, 'rejected', 'valid'],
    ['En proceso', false, 'in_process', 'valid'],
  ])('comes to what the SAT shows: %s', async (shown, isCanceled, state, status) => {
    const { context, documentRef, uuid } = await newValid();
    await cancel(cancelKey(context), documentRef);
    stamping.sat.shows(isCanceled, shown);
    await follow(context, documentRef);
    expect(stamping.sat.asked).toEqual([]);
    moveClock(stamping, 60);
    await follow(context, documentRef);
    expect(stamping.sat.asked[0]).toContain(`?id=${uuid.toUpperCase()}&re=EKU9003173C9`);
    const detail = await synchronize(context, documentRef);
    expect(detail).toMatchObject({ status, cancellation: { state } });
    const events = await eventsOf(stamping, documentRef);
    expect(events.filter((event) => event === 'canceled')).toHaveLength(isCanceled ? 1 : 0);
  });

  it('is looked at after 1, 2, 5, 15 and 60 minutes, then every hour', async () => {
    const { context, documentRef } = await newValid();
    await cancel(cancelKey(context), documentRef);
    let at = 0;
    for (const minutes of [1, 2, 5, 15, 60, 60]) {
      moveClock(stamping, at + minutes * 60 - 1);
      const before = stamping.sat.asked.length;
      await follow(context, documentRef);
      expect(stamping.sat.asked).toHaveLength(before);
      at += minutes * 60;
      moveClock(stamping, at);
      await follow(context, documentRef);
      expect(stamping.sat.asked).toHaveLength(before + 1);
    }
  });

  it('that the receiver rejected can be asked for again', async () => {
    const { context, documentRef } = await newValid();
    await cancel(cancelKey(context), documentRef);
    stamping.sat.shows(false, 'Solicitud rechazada');
    await synchronize(context, documentRef);
    expect(await cancel(cancelKey(context), documentRef)).toMatchObject({
      cancellation: { state: 'requested' },
    });
  });

  it('that the SAT refuses at once is a conflict with its code', async () => {
    const { context, documentRef } = await newValid();
    first().cancelAnswers.push({ outcome: 'refused', code: 'no_cancelable', message: 'No' });
    const keyed = cancelKey(context);
    for (const refusal of [
      await refusedCancel(keyed, documentRef),
      await refusedCancel(keyed, documentRef),
    ])
      expect(refusal).toMatchObject({
        code: 'conflict',
        details: { reason: 'cancellation_refused', issues: [{ code: 'no_cancelable' }] },
      });
  });

  it.each([
    ['is out of reach', unreachable],
    ['refuses our account', suspended],
  ])('is forgotten when the PAC %s, and the same key asks later', async (_, answer) => {
    const { context, documentRef } = await newValid();
    first().cancelAnswers.push(answer());
    const keyed = cancelKey(context);
    expect((await refusedCancel(keyed, documentRef)).code).toBe('provider_unavailable');
    expect(await rowOf(documentRef)).toBeUndefined();
    expect(await cancel(keyed, documentRef)).toMatchObject({ cancellation: { code: '201' } });
  });

  it('whose answer is lost, or that comes too early, is asked for again', async () => {
    for (const early of [loses(), { outcome: 'not_known_yet' } as const]) {
      moveClock(stamping, 0);
      const { context, documentRef } = await newValid();
      first().canceled.length = 0;
      first().cancelAnswers.push(early);
      const detail = await cancel(cancelKey(context), documentRef);
      expect(detail).toMatchObject({ cancellation: { state: 'requested' } });
      moveClock(stamping, 60);
      await follow(context, documentRef);
      expect(first().canceled).toHaveLength(2);
      expect(await rowOf(documentRef)).toMatchObject({ code: '201', state: 'requested' });
    }
  });
});

describe('a cancellation by replacement', () => {
  it('is sent once the replacement is stamped, naming it', async () => {
    const { context, documentRef, uuid: replaced } = await newValid();
    const draft = await newDraft(stamping, context, { items: [newItem()] });
    const asked = { motive: '01', replacementDocumentRef: draft.documentRef };
    const detail = await cancel(cancelKey(context), documentRef, asked);
    expect(detail).toMatchObject({
      status: 'valid',
      cancellation: { ...asked, state: 'requested' },
    });
    expect(first().canceled).toEqual([]);
    const { uuid } = await stamp(stamping, stampKey(context), draft.documentRef);
    expect(await relatedIn(draft.documentRef)).toEqual([
      { tipoRelacion: '04', cfdiRelacionado: [{ uuid: replaced }] },
    ]);
    const relation = { role: 'related', relationship: '04', uuid: replaced, documentRef };
    expect(await relationsOf(context, draft.documentRef)).toMatchObject([relation]);
    moveClock(stamping, 10);
    await follow(context, documentRef);
    expect(first().canceled[0]).toContain(`FolioSustitucion="${String(uuid).toUpperCase()}"`);
  });

  it('names it once in a replacement that the PAC refused and that is stamped again', async () => {
    const { context, documentRef, uuid: replaced } = await newValid();
    const { documentRef: draft } = await newDraft(stamping, context, { items: [newItem()] });
    await cancel(cancelKey(context), documentRef, { motive: '01', replacementDocumentRef: draft });
    first().answers.push(rejects);
    await expect(stamp(stamping, stampKey(context), draft)).rejects.toThrow();
    await stamp(stamping, stampKey(context), draft);
    const named = [{ tipoRelacion: '04', cfdiRelacionado: [{ uuid: replaced }] }];
    expect(await relatedIn(draft)).toEqual(named);
    expect(await relationsOf(context, draft)).toHaveLength(1);
  });

  it('takes a stamped replacement only if it names the document', async () => {
    const { context, documentRef, uuid } = await newValid();
    const { documentRef: stamped } = await newDraft(stamping, context, { items: [newItem()] });
    await stamp(stamping, stampKey(context), stamped);
    const asked = { motive: '01', replacementDocumentRef: stamped };
    const { details } = await refusedCancel(cancelKey(context), documentRef, asked);
    expect(details).toMatchObject({
      reason: 'replacement_unfit',
      issues: [{ path: ['replacementDocumentRef'], code: 'replacement_unfit' }],
    });
    const naming = `insert into cfdi_relations (org_id, id, cfdi_id, relationship, uuid)
      values ($1, gen_random_uuid(), $2, '04', $3)`;
    await stamping.service.rows(naming, [context.organizationId, stamped.slice(5), uuid]);
    await cancel(cancelKey(context), documentRef, asked);
    expect(first().canceled[0]).toContain('FolioSustitucion');
  });

  it('is off when the draft that was to replace it is deleted', async () => {
    const { context, documentRef } = await newValid();
    const { documentRef: draft } = await newDraft(stamping, context, { items: [newItem()] });
    await cancel(cancelKey(context), documentRef, { motive: '01', replacementDocumentRef: draft });
    await stamping.service.answer(deleteCfdi as never, context, { documentRef: draft } as never);
    moveClock(stamping, 10);
    await follow(context, documentRef);
    expect(await rowOf(documentRef)).toMatchObject({ state: 'rejected', code: 'replacement_gone' });
  });
});

describe('what is not canceled', () => {
  it.each([
    [{ motive: '05' }, 'motive_unknown'],
    [{ motive: '01' }, 'replacement_missing'],
    [{ motive: '02', replacementDocumentRef: 'cfdi:x' }, 'replacement_not_called_for'],
  ])('%j', async (asked, code) => {
    const { context, documentRef } = await newValid();
    const { details } = await refusedCancel(cancelKey(context), documentRef, asked);
    expect(details.issues).toMatchObject([{ code }]);
  });

  it('is a draft, a document of others, or one that replaces itself', async () => {
    const draft = await newStampable(stamping);
    const ofDraft = await refusedCancel(cancelKey(draft.context), draft.documentRef);
    expect(ofDraft.details.reason).toBe('not_cancelable');
    const { context, documentRef } = await newValid();
    expect((await refusedCancel(cancelKey(draft.context), documentRef)).code).toBe('not_found');
    const itself = { motive: '01', replacementDocumentRef: documentRef };
    const refusal = await refusedCancel(cancelKey(context), documentRef, itself);
    expect(refusal.details.reason).toBe('replacement_unfit');
  });
});

test('a document that was canceled at the site of the SAT is canceled once it is synchronized', async () => {
  const { context, documentRef } = await newValid();
  stamping.sat.shows(false);
  expect(await synchronize(context, documentRef)).toMatchObject({ status: 'valid' });
  stamping.sat.shows(true, 'Cancelado sin aceptación');
  expect(await synchronize(context, documentRef)).toMatchObject({ status: 'canceled' });
  expect(await synchronize(context, documentRef)).toMatchObject({ status: 'canceled' });
  expect(await eventsOf(stamping, documentRef)).toEqual(['drafted', 'stamped', 'canceled']);
});
