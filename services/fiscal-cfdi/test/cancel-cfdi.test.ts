import { fiscalCfdi } from '@timbre/contract';
import { judgedOn } from '@timbre/testkit';
import { getCfdi } from '../src/operations/get-cfdi';
import { cancelKey, startCanceling, type Canceling } from './canceling';
import { loses, suspended, unreachable } from './fake-pac';
import { eventsOf, moveClock, newStampable } from './stamping';

let canceling: Canceling;
beforeAll(async () => void (canceling = await startCanceling()));
afterAll(() => canceling.close());
beforeEach(() => canceling.reset());

const first = () => canceling.pacs[0];

/** Returns the cancellation states in the events of a document since its stamp, in order. */
async function announced(documentRef: string) {
  const sql = `select subject, payload from outbox where aggregate_id = $1
    and subject in ('fiscal_cfdi.cfdi.cancellation_changed', 'fiscal_cfdi.cfdi.canceled') order by id`;
  const rows = await canceling.service.rows<{ payload: Buffer }>(sql, [documentRef.slice(5)]);
  return rows.map(({ payload }) => {
    const { version, status, cancellation } = fiscalCfdi.Cfdi.decode(payload);
    const said = `${status} ${cancellation?.state}`;
    return { version, said, requestedBy: cancellation?.requestedBy };
  });
}

describe('a cancellation', () => {
  it('a cancellation is signed locally and sent to the PAC that stamped the document, which stays valid', async () => {
    const { context, documentRef, uuid } = await canceling.newValid();
    const detail = await canceling.cancel(cancelKey(context), documentRef);
    expect(detail).toMatchObject({
      status: 'valid',
      cancellation: { state: 'requested', motive: '02', code: '201' },
    });
    const [request] = first().canceled;
    expect(request).toContain(`Motivo="02" UUID="${uuid.toUpperCase()}"`);
    expect(request).toContain('RfcEmisor="EKU9003173C9"');
    const row = await canceling.rowOf(documentRef);
    expect([String(row['request_xml']), String(row['acuse'])]).toEqual([request, '<Acuse/>']);
  });

  it('the event of a cancellation contains the idempotency key of its request', async () => {
    const { context, documentRef } = await canceling.newValid();
    const keyed = cancelKey(context);
    await canceling.cancel(keyed, documentRef);
    const { route, key } = keyed.idempotency!;
    expect(await announced(documentRef)).toMatchObject([{ requestedBy: `${route} ${key}` }]);
  });

  it('a cancellation is refused if the caller checked another version, and a repeated request is not checked again', async () => {
    const { context, documentRef } = await canceling.newValid();
    const other = await canceling.refused(judgedOn(cancelKey(context)), documentRef);
    expect(other.details.reason).toBe('document_changed');
    expect(first().canceled).toHaveLength(0);
    const shown = await canceling.service.answer(getCfdi, context, { documentRef });
    const keyed = cancelKey(context);
    const detail = await canceling.cancel(judgedOn(keyed, shown), documentRef);
    expect(detail).toMatchObject({ cancellation: { state: 'requested' } });
    expect(await canceling.cancel(judgedOn(keyed), documentRef)).toEqual(detail);
  });

  it('a repeated cancellation request returns the same answer, and a request with another idempotency key is a conflict', async () => {
    const { context, documentRef } = await canceling.newValid();
    const keyed = cancelKey(context);
    const detail = await canceling.cancel(keyed, documentRef);
    expect(await canceling.cancel(keyed, documentRef)).toEqual(detail);
    const other = await canceling.refused(cancelKey(context), documentRef);
    expect(other.details.reason).toBe('cancellation_in_progress');
    expect(first().canceled).toHaveLength(1);
  });

  it.each([
    ['Cancelado sin aceptación', true, 'accepted', 'canceled'],
    ['Cancelado con aceptación', true, 'accepted', 'canceled'],
    ['Plazo vencido', true, 'expired', 'canceled'],
    ['Solicitud rechazada', false, 'rejected', 'valid'],
    ['En proceso', false, 'in_process', 'valid'],
  ])(
    'a cancellation ends in the state that the SAT shows: %s',
    async (shown, isCanceled, state, status) => {
      const { context, documentRef, uuid } = await canceling.newValid();
      await canceling.cancel(cancelKey(context), documentRef);
      canceling.sat.shows(isCanceled, shown);
      await canceling.follow(context, documentRef);
      expect(canceling.sat.asked).toEqual([]);
      moveClock(canceling, 60);
      await canceling.follow(context, documentRef);
      expect(canceling.sat.asked[0]).toContain(`?id=${uuid.toUpperCase()}&re=EKU9003173C9`);
      const detail = await canceling.synchronize(context, documentRef);
      expect(detail).toMatchObject({ status, cancellation: { state } });
      const events = await eventsOf(canceling, documentRef);
      expect(events.filter((event) => event === 'canceled')).toHaveLength(isCanceled ? 1 : 0);
    },
  );

  it('the status of a cancellation is queried after 1, 2, 5, 15 and 60 minutes, then every hour', async () => {
    const { context, documentRef } = await canceling.newValid();
    await canceling.cancel(cancelKey(context), documentRef);
    let at = 0;
    for (const minutes of [1, 2, 5, 15, 60, 60]) {
      moveClock(canceling, at + minutes * 60 - 1);
      const before = canceling.sat.asked.length;
      await canceling.follow(context, documentRef);
      expect(canceling.sat.asked).toHaveLength(before);
      at += minutes * 60;
      moveClock(canceling, at);
      await canceling.follow(context, documentRef);
      expect(canceling.sat.asked).toHaveLength(before + 1);
    }
  });

  it('a cancellation can be requested again after the receiver rejected it', async () => {
    const { context, documentRef } = await canceling.newValid();
    await canceling.cancel(cancelKey(context), documentRef);
    canceling.sat.shows(false, 'Solicitud rechazada');
    await canceling.synchronize(context, documentRef);
    expect(await canceling.cancel(cancelKey(context), documentRef)).toMatchObject({
      cancellation: { state: 'requested' },
    });
  });

  it('a cancellation that the SAT refuses at once is a conflict with the code of the SAT', async () => {
    const { context, documentRef } = await canceling.newValid();
    first().cancelAnswers.push({ outcome: 'refused', code: 'no_cancelable', message: 'No' });
    const keyed = cancelKey(context);
    for (const refusal of [
      await canceling.refused(keyed, documentRef),
      await canceling.refused(keyed, documentRef),
    ])
      expect(refusal).toMatchObject({
        code: 'conflict',
        details: { reason: 'cancellation_refused', issues: [{ code: 'no_cancelable' }] },
      });
  });

  it.each([
    ['is out of reach', unreachable],
    ['refuses our account', suspended],
  ])(
    'a cancellation is dropped if the PAC %s, and the same key can request it later',
    async (_, answer) => {
      const { context, documentRef } = await canceling.newValid();
      first().cancelAnswers.push(answer());
      const keyed = cancelKey(context);
      expect((await canceling.refused(keyed, documentRef)).code).toBe('provider_unavailable');
      expect(await canceling.rowOf(documentRef)).toBeUndefined();
      expect(await canceling.cancel(keyed, documentRef)).toMatchObject({
        cancellation: { code: '201' },
      });
    },
  );

  it('a cancellation request stays open while the PAC is unreachable if a crashed process may have sent it', async () => {
    const { context, documentRef } = await canceling.newValid();
    const keyed = cancelKey(context);
    const died = jest.spyOn(first(), 'cancel').mockRejectedValueOnce(new Error('died'));
    await expect(canceling.cancel(keyed, documentRef)).rejects.toThrow('died');
    died.mockRestore();
    moveClock(canceling, 60);
    first().cancelAnswers.push(unreachable());
    const detail = await canceling.cancel(keyed, documentRef);
    expect(detail).toMatchObject({ status: 'valid', cancellation: { state: 'requested' } });
    moveClock(canceling, 120);
    await canceling.follow(context, documentRef);
    expect(await canceling.rowOf(documentRef)).toMatchObject({ code: '201', state: 'requested' });
  });

  it('a cancellation request is sent again if its answer was lost or if it was sent too early', async () => {
    for (const early of [loses(), { outcome: 'not_known_yet' } as const]) {
      moveClock(canceling, 0);
      const { context, documentRef } = await canceling.newValid();
      first().canceled.length = 0;
      first().cancelAnswers.push(early);
      const detail = await canceling.cancel(cancelKey(context), documentRef);
      expect(detail).toMatchObject({ cancellation: { state: 'requested' } });
      moveClock(canceling, 60);
      await canceling.follow(context, documentRef);
      expect(first().canceled).toHaveLength(2);
      expect(await canceling.rowOf(documentRef)).toMatchObject({ code: '201', state: 'requested' });
    }
  });

  it.each([
    ['En proceso', false, 'in_process', ['valid in_process']],
    ['Solicitud rechazada', false, 'rejected', ['valid rejected']],
    ['Cancelado sin aceptación', true, 'accepted', ['canceled accepted']],
  ])(
    'a cancellation is not sent again after a lost answer if the SAT shows it: %s',
    async (...expected) => {
      const [shown, isCanceled, state, said] = expected;
      const { context, documentRef } = await canceling.newValid();
      first().cancelAnswers.push(loses());
      await canceling.cancel(cancelKey(context), documentRef);
      canceling.sat.shows(isCanceled, shown);
      moveClock(canceling, 60);
      await canceling.follow(context, documentRef);
      expect(first().canceled).toHaveLength(1);
      expect(await canceling.rowOf(documentRef)).toMatchObject({ state });
      expect((await announced(documentRef)).map((event) => event.said)).toEqual(said);
    },
  );

  it('after a lost answer, a cancellation waits while the SAT is unavailable', async () => {
    const { context, documentRef } = await canceling.newValid();
    first().cancelAnswers.push(loses());
    await canceling.cancel(cancelKey(context), documentRef);
    canceling.sat.answer = { outcome: 'unknown', cause: new Error('away') };
    moveClock(canceling, 60);
    await canceling.follow(context, documentRef);
    expect(first().canceled).toHaveLength(1);
    canceling.sat.shows(false);
    moveClock(canceling, 120);
    await canceling.follow(context, documentRef);
    expect(first().canceled).toHaveLength(2);
  });

  it('a cancellation request stays open if it may have arrived and the PAC cannot be reached afterwards', async () => {
    const { context, documentRef } = await canceling.newValid();
    const keyed = cancelKey(context);
    first().cancelAnswers.push(loses(), unreachable());
    await canceling.cancel({ ...keyed, idempotency: undefined }, documentRef);
    moveClock(canceling, 60);
    await canceling.follow(context, documentRef);
    expect(await canceling.rowOf(documentRef)).toMatchObject({ state: 'requested' });
  });

  it('each step of a cancellation publishes an event with a higher version', async () => {
    const { context, documentRef } = await canceling.newValid();
    await canceling.cancel(cancelKey(context), documentRef);
    for (const [second, isCanceled, shown] of [
      [1, false, 'En proceso'],
      [2, false, 'En proceso'],
      [3, true, 'Cancelado con aceptación'],
    ] as const) {
      moveClock(canceling, second);
      canceling.sat.shows(isCanceled, shown);
      await canceling.synchronize(context, documentRef);
    }
    const events = await announced(documentRef);
    expect(events.map((event) => event.said)).toEqual([
      'valid requested',
      'valid in_process',
      'canceled accepted',
    ]);
    const versions = events.map((event) => event.version);
    expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
  });
});

describe('a refused cancellation', () => {
  it.each([
    [{ motive: '05' }, 'motive_unknown'],
    [{ motive: '01' }, 'replacement_missing'],
    [{ motive: '02', replacementDocumentRef: 'cfdi:x' }, 'replacement_not_called_for'],
  ])('the cancellation request %j is refused', async (asked, code) => {
    const { context, documentRef } = await canceling.newValid();
    const { details } = await canceling.refused(cancelKey(context), documentRef, asked);
    expect(details.issues).toMatchObject([{ code }]);
  });

  it("the cancellation of a draft or of another organization's document, and a document as its own replacement, are refused", async () => {
    const draft = await newStampable(canceling);
    const ofDraft = await canceling.refused(cancelKey(draft.context), draft.documentRef);
    expect(ofDraft.details.reason).toBe('not_cancelable');
    const { context, documentRef } = await canceling.newValid();
    expect((await canceling.refused(cancelKey(draft.context), documentRef)).code).toBe('not_found');
    const itself = { motive: '01', replacementDocumentRef: documentRef };
    const refusal = await canceling.refused(cancelKey(context), documentRef, itself);
    expect(refusal.details.reason).toBe('replacement_unfit');
  });
});

test("a synchronization marks a document as canceled if its issuer canceled it on the SAT's website", async () => {
  const { context, documentRef } = await canceling.newValid();
  canceling.sat.shows(false);
  expect(await canceling.synchronize(context, documentRef)).toMatchObject({ status: 'valid' });
  canceling.sat.shows(true, 'Cancelado sin aceptación');
  expect(await canceling.synchronize(context, documentRef)).toMatchObject({ status: 'canceled' });
  expect(await canceling.synchronize(context, documentRef)).toMatchObject({ status: 'canceled' });
  expect(await eventsOf(canceling, documentRef)).toEqual(['drafted', 'stamped', 'canceled']);
  expect((await announced(documentRef)).map((event) => event.said)).toEqual(['canceled undefined']);
});
