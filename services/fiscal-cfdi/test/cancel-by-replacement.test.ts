import type { CallContext } from '@timbre/kit';
import { cancelCfdi } from '../src/operations/cancel-cfdi';
import { createCfdi } from '../src/operations/create-cfdi';
import { deleteCfdi } from '../src/operations/delete-cfdi';
import { getCfdi } from '../src/operations/get-cfdi';
import { listCfdiRelations } from '../src/operations/list-cfdi-relations';
import { updateCfdi } from '../src/operations/update-cfdi';
import { cancelKey, startCanceling, type Canceling } from './canceling';
import { bringTo, customItem, incomeInput, newDraft } from './cfdi';
import { loses, rejects } from './fake-pac';
import {
  loseStamp,
  moveClock,
  newItem,
  newStampable,
  stamp,
  stampKey,
  stampRefused,
} from './stamping';

let canceling: Canceling;
beforeAll(async () => void (canceling = await startCanceling()));
afterAll(() => canceling.close());
beforeEach(() => {
  canceling.reset();
  canceling.sat.shows(false);
});

const first = () => canceling.pacs[0];
const answer = (operation: unknown, context: CallContext, request: object) =>
  canceling.service.answer(operation as never, context, request as never);

const relationsOf = async (context: CallContext, documentRef: string) =>
  (await answer(listCfdiRelations, context, { documentRef }))['relations'] as unknown[];

/** Creates a valid document whose cancellation waits for the stamp of a draft of the same issuer. */
async function waiting(changes = {}) {
  const replaced = await canceling.newValid();
  const { context } = replaced;
  const draft = await newDraft(canceling, context, { items: [newItem()], ...changes });
  const asked = { motive: '01', replacementDocumentRef: draft.documentRef };
  const detail = await canceling.cancel(cancelKey(context), replaced.documentRef, asked);
  return { ...replaced, draft: draft.documentRef, asked, detail };
}

const stampedXml = async (documentRef: string): Promise<string> => {
  const sql = 'select stamped_xml from cfdi where id = $1';
  const [row] = await canceling.service.rows(sql, [documentRef.slice(5)]);
  return String(row!['stamped_xml']);
};

describe('a cancellation by replacement', () => {
  it('a cancellation by replacement is sent as soon as the related replacement is stamped', async () => {
    const { context, documentRef, uuid, draft, asked, detail } = await waiting();
    expect(detail).toMatchObject({
      status: 'valid',
      cancellation: { ...asked, state: 'requested' },
    });
    await canceling.follow(context, documentRef);
    expect(first().canceled).toEqual([]);
    const stamped = await stamp(canceling, stampKey(context), draft);
    expect(await stampedXml(draft)).toContain(
      `<cfdi:CfdiRelacionados TipoRelacion="04"><cfdi:CfdiRelacionado UUID="${uuid}"/>`,
    );
    await canceling.follow(context, documentRef);
    const [request, ...more] = first().canceled;
    expect(request).toContain(`FolioSustitucion="${String(stamped['uuid']).toUpperCase()}"`);
    expect(more).toEqual([]);
    canceling.sat.shows(true, 'Cancelado sin aceptación');
    expect(await canceling.synchronize(context, documentRef)).toMatchObject({ status: 'canceled' });
  });

  it('a cancellation by replacement becomes due in the commit that stores the stamp of the replacement', async () => {
    const { context, documentRef, draft } = await waiting();
    const due = async () => (await canceling.rowOf(documentRef))['next_check_at'] as Date;
    const before = await due();
    await stamp(canceling, stampKey(context), draft);
    const now = canceling.service.runtime.now();
    expect([before > now, +(await due())]).toEqual([true, +now]);
  });

  it('a cancellation by replacement waits while the stamp of the replacement is unknown, and continues when the stamp is found', async () => {
    const { context, documentRef, draft } = await waiting();
    first().answers.push((truth) => (truth(), loses()));
    await loseStamp(canceling, stampKey(context), draft);
    await canceling.follow(context, documentRef);
    expect(first().canceled).toEqual([]);
    moveClock(canceling, 40);
    await canceling.reconcile();
    await canceling.follow(context, documentRef);
    expect(first().canceled).toHaveLength(1);
  });

  it('a cancellation by replacement waits until the SAT returns the replacement', async () => {
    const { context, documentRef, draft } = await waiting();
    await stamp(canceling, stampKey(context), draft);
    canceling.sat.answer = { outcome: 'not_found' };
    await canceling.follow(context, documentRef);
    expect(first().canceled).toEqual([]);
    canceling.sat.shows(false);
    moveClock(canceling, 60);
    await canceling.follow(context, documentRef);
    expect(first().canceled).toHaveLength(1);
  });

  it('a cancellation by replacement ends when its replacement draft is deleted', async () => {
    const { context, documentRef, draft } = await waiting();
    await answer(deleteCfdi, context, { documentRef: draft });
    await canceling.follow(context, documentRef);
    expect(await canceling.rowOf(documentRef)).toMatchObject({
      state: 'rejected',
      code: 'replacement_gone',
    });
  });

  it('a cancellation by replacement is created once for repeated and concurrent requests with one idempotency key', async () => {
    const replaced = await canceling.newValid();
    const { context, documentRef } = replaced;
    const draft = await newDraft(canceling, context, { items: [newItem()] });
    const asked = { documentRef, motive: '01', replacementDocumentRef: draft.documentRef };
    const keys = [cancelKey(context), cancelKey(context)];
    const outcomes = await Promise.allSettled(keys.map((key) => answer(cancelCfdi, key, asked)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await stamp(canceling, stampKey(context), draft.documentRef);
    expect(await relationsOf(context, draft.documentRef)).toMatchObject([
      { role: 'related', relationship: '04', documentRef },
    ]);
  });
});

describe('a replacement draft', () => {
  it('a replacement draft still relates to the replaced document after a change', async () => {
    const { context, uuid, draft } = await waiting();
    const input = incomeInput(canceling, context, { items: [newItem()] });
    await answer(updateCfdi, context, { documentRef: draft, input });
    await stamp(canceling, stampKey(context), draft);
    expect(await stampedXml(draft)).toContain(`UUID="${uuid}"`);
  });

  it('a replacement draft relates to the replaced document once, in addition to the relations of a credit note', async () => {
    const { context, documentRef, uuid } = await canceling.newValid();
    const relatedDocuments = [
      { relationship: '04', documents: [uuid.toUpperCase()] },
      { relationship: '01', documents: ['ad662d33-6934-459c-a128-bdf0393f0f44'] },
    ];
    const input = {
      kind: 'credit_note',
      customerId: canceling.commerce.customer(context),
      items: [customItem],
      creditNote: { formCode: '03', relatedDocuments },
    };
    const draft = (await answer(createCfdi, context, { input }))['documentRef'] as string;
    const asked = { motive: '01', replacementDocumentRef: draft };
    await canceling.cancel(cancelKey(context), documentRef, asked);
    expect(await relationsOf(context, draft)).toHaveLength(2);
  });

  it('a replacement draft is refused if its kind cannot replace the document', async () => {
    const { context, documentRef } = await canceling.newValid();
    const changes = { kind: 'transfer', payment: undefined, cfdiUse: undefined };
    const { documentRef: draft } = await newDraft(canceling, context, changes);
    const asked = { motive: '01', replacementDocumentRef: draft };
    const refusal = await canceling.refused(cancelKey(context), documentRef, asked);
    expect(refusal.details.reason).toBe('replacement_unfit');
  });

  it('a replacement draft is refused while it is being stamped, because its relations are sealed', async () => {
    const { context, documentRef } = await canceling.newValid();
    const { documentRef: draft } = await newDraft(canceling, context, { items: [newItem()] });
    await bringTo(canceling, draft, 'stamping');
    const asked = { motive: '01', replacementDocumentRef: draft };
    const refusal = await canceling.refused(cancelKey(context), documentRef, asked);
    expect(refusal.details.reason).toBe('replacement_unfit');
    expect(await canceling.rowOf(documentRef)).toBeUndefined();
  });

  it('a replacement draft still contains a single relation to the document when it is stamped after a rejection', async () => {
    const { context, uuid, draft } = await waiting();
    first().answers.push(rejects);
    await stampRefused(canceling, stampKey(context), draft);
    await stamp(canceling, stampKey(context), draft);
    expect((await stampedXml(draft)).split(uuid)).toHaveLength(2);
    expect(await relationsOf(context, draft)).toHaveLength(1);
  });

  it('a stamped document is accepted as replacement only if it relates to the canceled document', async () => {
    const { context, documentRef, uuid } = await canceling.newValid();
    const { documentRef: stamped } = await newDraft(canceling, context, { items: [newItem()] });
    await stamp(canceling, stampKey(context), stamped);
    const asked = { motive: '01', replacementDocumentRef: stamped };
    const { details } = await canceling.refused(cancelKey(context), documentRef, asked);
    expect(details).toMatchObject({
      reason: 'replacement_unfit',
      issues: [{ path: ['replacementDocumentRef'], code: 'replacement_unfit' }],
    });
    const naming = `insert into cfdi_relations (org_id, id, cfdi_id, relationship, uuid)
      values ($1, gen_random_uuid(), $2, '04', $3)`;
    await canceling.service.rows(naming, [context.organizationId, stamped.slice(5), uuid]);
    await canceling.cancel(cancelKey(context), documentRef, asked);
    expect(first().canceled[0]).toContain('FolioSustitucion');
  });

  it('a replacement draft cannot belong to another organization', async () => {
    const { context, documentRef } = await canceling.newValid();
    const stranger = await newStampable(canceling);
    const asked = { motive: '01', replacementDocumentRef: stranger.documentRef };
    const refusal = await canceling.refused(cancelKey(context), documentRef, asked);
    expect([refusal.code, refusal.details.issues?.[0]?.code]).toEqual([
      'not_found',
      'replacement_unknown',
    ]);
  });
});

describe('a draft with cancelReplaced', () => {
  /** Creates a draft that replaces a valid document and cancels it. */
  async function substituting() {
    const replaced = await canceling.newValid();
    const { context, uuid } = replaced;
    const relations = { relatedDocuments: [{ relationship: '04', documents: [uuid] }] };
    const changes = { items: [newItem()], relations, cancelReplaced: true };
    const { documentRef: draft } = await newDraft(canceling, context, changes);
    return { ...replaced, draft };
  }
  const replacedIn = async (context: CallContext, documentRef: string) =>
    (await answer(getCfdi, context, { documentRef }))['replacedDocuments'];

  it('a draft with cancelReplaced cancels the replaced document once it is stamped', async () => {
    const { context, documentRef, draft } = await substituting();
    expect(await canceling.rowOf(documentRef)).toBeUndefined();
    const { uuid } = await stamp(canceling, stampKey(context), draft);
    expect(await replacedIn(context, draft)).toEqual([{ documentRef, state: 'requested' }]);
    await canceling.follow(context, documentRef);
    expect(first().canceled).toHaveLength(1);
    expect(first().canceled[0]).toContain(`FolioSustitucion="${String(uuid).toUpperCase()}"`);
    canceling.sat.shows(true, 'Cancelado sin aceptación');
    expect(await canceling.synchronize(context, documentRef)).toMatchObject({
      status: 'canceled',
      cancellation: { motive: '01', replacementDocumentRef: draft, state: 'accepted' },
    });
    expect(await replacedIn(context, draft)).toEqual([
      { documentRef, state: 'accepted', code: '201' },
    ]);
  });

  it('a draft with cancelReplaced requests no cancellation after a rejected stamp, and requests it after the next stamp', async () => {
    const { context, documentRef, draft } = await substituting();
    first().answers.push(rejects);
    await stampRefused(canceling, stampKey(context), draft);
    expect(await canceling.rowOf(documentRef)).toBeUndefined();
    await stamp(canceling, stampKey(context), draft);
    expect(await canceling.rowOf(documentRef)).toMatchObject({ motive: '01', state: 'requested' });
  });

  it('a draft with cancelReplaced requests the cancellation when its lost stamp is found', async () => {
    const { context, documentRef, draft } = await substituting();
    first().answers.push((truth) => (truth(), loses()));
    await loseStamp(canceling, stampKey(context), draft);
    expect(await canceling.rowOf(documentRef)).toBeUndefined();
    moveClock(canceling, 40);
    await canceling.reconcile();
    await canceling.follow(context, documentRef);
    expect(first().canceled).toHaveLength(1);
  });

  it('a draft with cancelReplaced adds no second request if a cancellation request is already open', async () => {
    const { context, documentRef, draft } = await substituting();
    await canceling.cancel(cancelKey(context), documentRef, { motive: '02' });
    await stamp(canceling, stampKey(context), draft);
    expect(await canceling.rowOf(documentRef)).toMatchObject({ motive: '02' });
    const sql = 'select count(*)::int as count from cancellations where cfdi_id = $1';
    expect(await canceling.service.rows(sql, [documentRef.slice(5)])).toEqual([{ count: 1 }]);
  });

  it('stamping a draft with cancelReplaced is refused if the replaced document was canceled in the meantime', async () => {
    const { context, documentRef, draft } = await substituting();
    await canceling.cancel(cancelKey(context), documentRef, { motive: '02' });
    canceling.sat.shows(true, 'Cancelado sin aceptación');
    await canceling.synchronize(context, documentRef);
    const { details } = await stampRefused(canceling, stampKey(context), draft);
    expect(details).toMatchObject({
      reason: 'draft_invalid',
      issues: [{ code: 'replaced_not_cancelable' }],
    });
  });
});
