import { createRun } from '@timbre/kit';
import { cancelCfdi } from '../src/operations/cancel-cfdi';
import { deleteCfdi } from '../src/operations/delete-cfdi';
import { prepareStamp } from '../src/workflows/stamping/seal-draft';
import { updateCfdi } from '../src/operations/update-cfdi';
import { cfdiKind } from '../src/workflows/documents/fiscal-kinds';
import { incomeInput, newDraft } from './cfdi';
import {
  loses,
  pending,
  rejects,
  stamps,
  stampsAndLoses,
  suspended,
  unreachable,
  withTimbre,
} from './fake-pac';
import {
  eventsOf, hasty, loseStamp, reached, moveClock, newIssuer, newItem, newStampable, stamp, stampKey, stampRefused, startStamping,
  stateOf, type Stamping,
} from './stamping'; // prettier-ignore

let stamping: Stamping;
beforeAll(async () => void (stamping = await startStamping()));
afterAll(() => stamping.close());
beforeEach(() => {
  moveClock(stamping, 0);
  stamping.clock.aheadMs = 0;
  for (const pac of stamping.pacs) {
    pac.answers.length = pac.lookups.length = pac.sends.length = pac.looks = 0;
    pac.stamps.clear();
  }
});

const first = () => stamping.pacs[0];
const second = () => stamping.pacs[1];

describe('a document that its PAC stamps', () => {
  it('a document that its PAC stamps is valid and has the UUID of its stamp, its folio and one event', async () => {
    const { context, documentRef } = await newStampable(stamping);
    const detail = await stamp(stamping, stampKey(context), documentRef);
    const [uuid] = [...first().stamps.values()];
    expect(detail).toMatchObject({
      documentRef, status: 'valid', uuid: uuid!.toLowerCase(), series: 'A', folio: '1',
      stamp: { pacRfc: 'SPR190613I52', certificateNumber: stamping.csd.number },
    }); // prettier-ignore
    expect(await eventsOf(stamping, documentRef)).toEqual(['drafted', 'stamped']);
    const { cfdi, attempts } = await stateOf(stamping, documentRef);
    expect(attempts).toMatchObject([{ state: 'stamped', pac: 'first', next_check_at: null }]);
    expect(String(cfdi['stamped_xml'])).toContain(uuid);
  });

  it('a stamp request returns the same answer for the same key, and another key does not stamp the document again', async () => {
    const { context, documentRef } = await newStampable(stamping);
    const keyed = stampKey(context);
    const detail = await stamp(stamping, keyed, documentRef);
    expect(await stamp(stamping, keyed, documentRef)).toEqual(detail);
    const other = await stampRefused(stamping, stampKey(context), documentRef);
    expect([other.code, other.details.reason]).toEqual(['conflict', 'not_a_draft']);
    expect(first().sends).toHaveLength(1);
  });

  it('an equal document that is stamped in the same second gets a date one second later', async () => {
    const [one, other] = [await newIssuer(stamping), await newIssuer(stamping)];
    const items = [newItem()];
    const { documentRef } = await newDraft(stamping, one, { items });
    const equal = await newDraft(stamping, other, { items });
    await stamp(stamping, stampKey(one), documentRef);
    const keyed = stampKey(other);
    const refusal = await stampRefused(stamping, keyed, equal.documentRef);
    expect(refusal.code).toBe('operation_in_progress');
    moveClock(stamping, 1);
    expect(await stamp(stamping, keyed, equal.documentRef)).toMatchObject({ folio: '1' });
    expect(first().stamps.size).toBe(2);
  });

  it('a stamped document is not found by another organization', async () => {
    const { documentRef } = await newStampable(stamping);
    const stranger = await newIssuer(stamping);
    expect((await stampRefused(stamping, stampKey(stranger), documentRef)).code).toBe('not_found');
  });

  it('a stamp request refuses a key that was used for another request', async () => {
    const { context, documentRef } = await newStampable(stamping);
    await stamp(stamping, stampKey(context, 'k', 'one'), documentRef);
    const refusal = await stampRefused(stamping, stampKey(context, 'k', 'two'), documentRef);
    expect(refusal.code).toBe('idempotency_conflict');
  });

  it('a document is stamped once even if two clients stamp it concurrently and one repeats its request', async () => {
    const { context, documentRef } = await newStampable(stamping);
    const keyed = stampKey(context);
    const asked = await Promise.allSettled(
      [keyed, keyed, stampKey(context), stampKey(context), stampKey(context)].map((one) =>
        stamp(stamping, one, documentRef),
      ),
    );
    // If a repeated request arrives after the end of the first request, it returns the first response. A
    // request with another key does not return this response.
    const done = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(done[0]).toBeDefined();
    expect(new Set(done.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const strangers = asked.slice(2).filter(({ status }) => status === 'fulfilled');
    expect(done.length === 1 || strangers.length === 0).toBe(true);
    const codes = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(new Set([...codes, 'conflict', 'operation_in_progress']).size).toBe(2);
    expect([first().sends.length, first().stamps.size]).toEqual([1, 1]);
    const { attempts } = await stateOf(stamping, documentRef);
    expect(attempts).toHaveLength(1);
  });
});

describe('a document of more than 1 MB', () => {
  it('a document of more than 1 MB is refused before it is sent, and takes no folio', async () => {
    const context = await newIssuer(stamping);
    const description = 'x'.repeat(1_000);
    const items = Array.from({ length: 900 }, () => ({ ...newItem(), description }));
    const { documentRef } = await newDraft(stamping, context, { items });
    const refusal = await stampRefused(stamping, stampKey(context), documentRef);
    expect(refusal.details).toMatchObject({
      reason: 'draft_invalid',
      issues: [{ path: ['document'], code: 'document_too_large' }],
    });
    expect(first().sends).toEqual([]);
    const { documentRef: next } = await newDraft(stamping, context, { items: [newItem()] });
    expect(await stamp(stamping, stampKey(context), next)).toMatchObject({ folio: '1' });
  });
});

describe('a document that its PAC refuses', () => {
  it('a document that its PAC refuses shows the reason, keeps its folio and is stamped under this folio after a correction', async () => {
    const { context, documentRef } = await newStampable(stamping);
    first().answers.push(rejects);
    const keyed = stampKey(context);
    const refusal = await stampRefused(stamping, keyed, documentRef);
    expect(refusal).toMatchObject({ code: 'conflict', details: { reason: 'stamp_rejected' } });
    expect(refusal.details.issues).toMatchObject([
      {
        code: 'receiver_postal_code_not_registered',
        path: ['customerId'],
        satCode: 'CFDI40147',
      },
    ]);
    expect((await stampRefused(stamping, keyed, documentRef)).details).toEqual(refusal.details);
    expect(second().sends).toEqual([]);
    expect(await eventsOf(stamping, documentRef)).toEqual(['drafted', 'rejected']);

    const input = incomeInput(stamping, context, { items: [newItem()] });
    await stamping.service.answer(updateCfdi as never, context, { documentRef, input } as never);
    // A repeated request with the first idempotency key returns the same outcome as before.
    expect((await stampRefused(stamping, keyed, documentRef)).details).toEqual(refusal.details);
    const detail = await stamp(stamping, stampKey(context), documentRef);
    expect(detail).toMatchObject({ status: 'valid', folio: '1' });
    const { documentRef: next } = await newDraft(stamping, context, { items: [newItem()] });
    expect(await stamp(stamping, stampKey(context), next)).toMatchObject({ folio: '2' });
  });

  it('a document that its PAC refuses can be stamped unchanged with a new idempotency key', async () => {
    const { context, documentRef } = await newStampable(stamping);
    first().answers.push(rejects);
    await stampRefused(stamping, stampKey(context), documentRef);
    moveClock(stamping, 120);
    expect(await stamp(stamping, stampKey(context), documentRef)).toMatchObject({ folio: '1' });
    const { attempts } = await stateOf(stamping, documentRef);
    expect(attempts.map(({ state }) => state)).toEqual(['rejected', 'stamped']);
  });
});

describe('a PAC that certainly did not receive the document', () => {
  it('if a PAC certainly did not receive the document, the document is sent to the next PAC', async () => {
    const { context, documentRef } = await newStampable(stamping);
    first().answers.push(unreachable);
    await stamp(stamping, stampKey(context), documentRef);
    expect([first().stamps.size, second().stamps.size]).toEqual([0, 1]);
    const { attempts } = await stateOf(stamping, documentRef);
    expect(attempts).toMatchObject([{ state: 'stamped', pac: 'second', refused_by: ['first'] }]);
    expect(second().sends).toEqual(first().sends);
  });

  it('a document that certainly no PAC received causes a 503, and a retry with the same key stamps it later', async () => {
    const { context, documentRef } = await newStampable(stamping);
    for (const pac of stamping.pacs) pac.answers.push(unreachable);
    const keyed = stampKey(context);
    const refusal = await stampRefused(stamping, keyed, documentRef);
    expect(refusal).toMatchObject({
      code: 'provider_unavailable',
      details: { retryable: true, retryAfterSeconds: expect.any(Number) },
    });
    const { cfdi, attempts } = await stateOf(stamping, documentRef);
    expect([cfdi['stage'], cfdi['status'], attempts[0]!['state']]).toEqual([
      'draft',
      'draft',
      'not_sent',
    ]);
    expect(await stamp(stamping, keyed, documentRef)).toMatchObject({
      status: 'valid',
      folio: '1',
    });
  });

  it("a PAC that refuses the account causes a 503 with the PAC's code that clients should not retry, and nothing is stored", async () => {
    const { context, documentRef } = await newStampable(stamping);
    for (const pac of stamping.pacs) pac.answers.push(suspended);
    const keyed = stampKey(context);
    const refusal = await stampRefused(stamping, keyed, documentRef);
    expect(refusal).toMatchObject({ code: 'provider_unavailable', details: { retryable: false } });
    expect(refusal.details.issues).toMatchObject([{ code: '703' }]);
    expect(await stamp(stamping, keyed, documentRef)).toMatchObject({ status: 'valid' });
  });
});

describe('a document whose answer is lost', () => {
  it('a stamp whose answer is lost is found by a lookup in the same request', async () => {
    const { context, documentRef } = await newStampable(stamping);
    first().answers.push(stampsAndLoses);
    first().lookups.push(pending);
    const asked = stamp(stamping, stampKey(context), documentRef);
    await reached(stamping, documentRef, 'unknown', 1);
    moveClock(stamping, 1);
    await reached(stamping, documentRef, 'unknown', 2);
    moveClock(stamping, 3);
    expect(await asked).toMatchObject({ status: 'valid', folio: '1' });
    expect([first().sends.length, first().stamps.size, first().looks]).toEqual([1, 1, 2]);
    expect(second().sends).toEqual([]);
  });

  it('a document whose answer is lost cannot be stamped or changed until the stamp is found', async () => {
    const { context, documentRef } = await newStampable(stamping);
    first().answers.push(stampsAndLoses);
    const keyed = stampKey(context);
    const inProgress = await loseStamp(stamping, keyed, documentRef);
    expect(inProgress).toMatchObject({
      code: 'operation_in_progress',
      details: { retryable: true },
    });
    expect((await stampRefused(stamping, hasty(stampKey(context)), documentRef)).code).toBe(
      'operation_in_progress',
    );
    const input = incomeInput(stamping, context);
    const edit = stamping.service.answer(updateCfdi as never, context, {
      documentRef,
      input,
    } as never);
    await expect(edit).rejects.toMatchObject({ details: { reason: 'stamping_in_progress' } });
    moveClock(stamping, 1);
    await stamping.reconcile();
    const detail = await stamp(stamping, stampKey(context, keyed.idempotency!.key), documentRef);
    expect(detail).toMatchObject({ status: 'valid' });
    expect([first().sends.length, first().looks, second().looks]).toEqual([1, 1, 0]);
  });

  it('a stamp whose answer is lost is found by one of two reconcilers, without a client', async () => {
    const { context, documentRef } = await newStampable(stamping);
    first().answers.push(stampsAndLoses);
    await loseStamp(stamping, stampKey(context), documentRef);
    moveClock(stamping, 1);
    await Promise.all([stamping.reconcile(), stamping.reconcile()]);
    expect((await stateOf(stamping, documentRef)).cfdi['status']).toBe('valid');
    expect(first().looks).toBe(1);
    expect(await eventsOf(stamping, documentRef)).toEqual(['drafted', 'stamped']);
  });

  it('ten minutes after a lost answer every key gets recovery_required, and the stamp is still found later', async () => {
    const { context, documentRef } = await newStampable(stamping);
    first().answers.push(stampsAndLoses);
    const keyed = stampKey(context);
    await loseStamp(stamping, keyed, documentRef);
    first().lookups.push(loses, loses);
    moveClock(stamping, 599);
    await stamping.reconcile();
    expect((await stampRefused(stamping, hasty(stampKey(context)), documentRef)).code).toBe(
      'operation_in_progress',
    );
    moveClock(stamping, 600);
    for (const key of [keyed.idempotency!.key, 'another', 'a third']) {
      const refusal = await stampRefused(stamping, stampKey(context, key), documentRef);
      expect(refusal).toMatchObject({
        code: 'recovery_required',
        details: { retryable: false, document: { documentRef, editable: false } },
      });
    }
    for (const [operation, more] of [
      [updateCfdi, { input: incomeInput(stamping, context) }],
      [deleteCfdi, {}],
      [cancelCfdi, { motive: '02' }],
    ] as const) {
      const request = { documentRef, ...more };
      const write = stamping.service.answer(
        operation as never,
        stampKey(context),
        request as never,
      );
      await expect(write).rejects.toMatchObject({ code: 'recovery_required' });
    }
    moveClock(stamping, 2_000);
    await stamping.reconcile();
    await stamping.reconcile();
    moveClock(stamping, 4_000);
    await stamping.reconcile();
    const detail = await stamp(stamping, stampKey(context, keyed.idempotency!.key), documentRef);
    expect(detail).toMatchObject({ status: 'valid', folio: '1' });
    expect([first().sends.length, first().stamps.size]).toEqual([1, 1]);
  });

  it('a document whose answer is lost becomes a draft again a minute after it was sent, if its PAC does not find it', async () => {
    const { context, documentRef } = await newStampable(stamping);
    first().answers.push(loses);
    const keyed = stampKey(context);
    await loseStamp(stamping, keyed, documentRef);
    moveClock(stamping, 30);
    await stamping.reconcile();
    expect((await stateOf(stamping, documentRef)).cfdi['stage']).toBe('unknown');
    moveClock(stamping, 61);
    await stamping.reconcile();
    const { cfdi, attempts } = await stateOf(stamping, documentRef);
    expect([cfdi['stage'], cfdi['folio'], attempts[0]!['state']]).toEqual([
      'draft',
      '1',
      'not_found',
    ]);
    const again = stampKey(context, keyed.idempotency!.key);
    expect(await stamp(stamping, again, documentRef)).toMatchObject({
      folio: '1',
      status: 'valid',
    });
  });

  it('a document whose answer is lost is rejected when the lookup returns a rejection', async () => {
    const { context, documentRef } = await newStampable(stamping);
    first().answers.push(loses);
    first().lookups.push(rejects);
    await loseStamp(stamping, stampKey(context), documentRef);
    moveClock(stamping, 1);
    await stamping.reconcile();
    expect((await stateOf(stamping, documentRef)).cfdi['stage']).toBe('rejected');
  });
});

describe('a stamp of another document', () => {
  const uuid = '11111111-2222-4333-8444-555555555555';
  it.each([
    ['of another seal', (xml: string) => withTimbre(withoutTimbre(xml), uuid, 'b3Rybw==')],
    ['of a whole other document', (xml: string) => xml.replaceAll(selloIn(xml), 'b3Rybw==')],
    [
      'with something that is no UUID',
      (xml: string) => withTimbre(withoutTimbre(xml), 'X', selloIn(xml)),
    ],
    ['absent', withoutTimbre],
    ['no document at all', () => '<html>Bad gateway</html>'],
  ])('an answer with a wrong stamp is not accepted: %s', async (_, falsify) => {
    const { context, documentRef } = await newStampable(stamping);
    first().answers.push((truth) => ({ outcome: 'stamped', xml: falsify(truth()) }));
    expect((await loseStamp(stamping, stampKey(context), documentRef)).code).toBe(
      'operation_in_progress',
    );
    expect((await stateOf(stamping, documentRef)).cfdi).toMatchObject({
      status: 'draft',
      uuid: null,
    });
    moveClock(stamping, 1);
    await stamping.reconcile();
    const { cfdi } = await stateOf(stamping, documentRef);
    expect(String(cfdi['uuid']).toUpperCase()).toBe([...first().stamps.values()][0]);
  });

  const selloIn = (xml: string) => / Sello="([^"]+)"/.exec(xml)![1]!;
  function withoutTimbre(xml: string): string {
    return xml.replace(/<(\w+:)?Complemento>.*<\/(\w+:)?Complemento>/s, '');
  }
});

describe('a client that disconnects', () => {
  it('a client that disconnects gets its answer later with the same idempotency key, even if the PAC is slow', async () => {
    const { context, documentRef } = await newStampable(stamping);
    let answer!: () => void;
    const held = new Promise<void>((resolve) => (answer = resolve));
    first().answers.push((truth) => held.then(() => stamps(truth)));
    const keyed = stampKey(context);
    const early = await stampRefused(stamping, hasty(keyed), documentRef);
    expect(early.code).toBe('operation_in_progress');
    answer();
    await reached(stamping, documentRef, 'stamped');
    const again = stampKey(context, keyed.idempotency!.key);
    expect(await stamp(stamping, again, documentRef)).toMatchObject({ status: 'valid' });
    expect(first().sends).toHaveLength(1);
  });
});

describe('a host with clock skew', () => {
  it.each([61_000, -61_000])(
    'a host seals nothing while its clock is %d ms ahead',
    async (aheadMs) => {
      const { context, documentRef } = await newStampable(stamping);
      const keyed = stampKey(context);
      stamping.clock.aheadMs = aheadMs;
      const { code, details } = await stampRefused(stamping, keyed, documentRef);
      expect([code, details.reason, details.retryable]).toEqual([
      'provider_unavailable', 'clock_skewed', true,
    ]); // prettier-ignore
      const { cfdi, attempts } = await stateOf(stamping, documentRef);
      expect([cfdi['stage'], cfdi['folio'], attempts]).toEqual(['draft', null, []]);
      stamping.clock.aheadMs = Math.sign(aheadMs) * 60_000;
      expect(await stamp(stamping, keyed, documentRef)).toMatchObject({ status: 'valid' });
    },
  );

  it('a host with clock skew still sends documents that are already sealed', async () => {
    const { context, documentRef } = await newStampable(stamping);
    first().answers.push(stampsAndLoses);
    const keyed = stampKey(context);
    await loseStamp(stamping, keyed, documentRef);
    stamping.clock.aheadMs = 3_600_000;
    moveClock(stamping, 61);
    const again = stampKey(context, keyed.idempotency!.key);
    expect(await stamp(stamping, again, documentRef)).toMatchObject({ status: 'valid' });
  });
});

describe('a process that dies', () => {
  const noPacs = { of: () => Promise.resolve({ inOrder: [] }) };

  it.each([
    ['with its PAC', () => ({}), 'not_found'],
    ['alone, nothing sent', () => ({ pacs: noPacs }), 'not_sent'],
  ])(
    'a process that dies after sealing (%s) leaves a draft that can be stamped a minute later under its folio',
    async (_, own, end) => {
      const { context, documentRef } = await newStampable(stamping);
      const { runtime } = stamping.service;
      const run = createRun(runtime, stampKey(context));
      const providers = Object.assign({}, runtime.providers, own());
      await prepareStamp(run, cfdiKind, documentRef.slice(5), providers);
      expect((await stampRefused(stamping, hasty(stampKey(context)), documentRef)).code).toBe(
        'operation_in_progress',
      );
      moveClock(stamping, 61);
      await stamping.reconcile();
      const { cfdi, attempts } = await stateOf(stamping, documentRef);
      expect([cfdi['stage'], attempts[0]!['state']]).toEqual(['draft', end]);
      expect(await stamp(stamping, stampKey(context), documentRef)).toMatchObject({ folio: '1' });
      expect(first().sends).toHaveLength(1);
    },
  );

  it('a process that dies during the send leaves a document that is looked up after the time limit of the call', async () => {
    const { context, documentRef } = await newStampable(stamping);
    const never = new Promise<never>(() => undefined);
    const sent = Promise.withResolvers<void>();
    first().answers.push((truth) => (truth(), sent.resolve(), never));
    const keyed = stampKey(context);
    await stampRefused(stamping, hasty(keyed), documentRef);
    await sent.promise;
    moveClock(stamping, 34);
    await stamping.reconcile();
    expect(first().looks).toBe(0);
    moveClock(stamping, 35);
    await stamping.reconcile();
    const again = stampKey(context, keyed.idempotency!.key);
    expect(await stamp(stamping, again, documentRef)).toMatchObject({ status: 'valid' });
    expect([first().sends.length, first().stamps.size]).toEqual([1, 1]);
  });

  it('a process that resumes after a pause does not overwrite a later result', async () => {
    const { context, documentRef } = await newStampable(stamping);
    let comeBack!: () => void;
    const gone = new Promise<void>((resolve) => (comeBack = resolve));
    const sent = Promise.withResolvers<void>();
    first().answers.push((truth) => (truth(), sent.resolve(), gone.then(unreachable)));
    for (const pac of stamping.pacs) pac.lookups.push(loses);
    const keyed = stampKey(context);
    await stampRefused(stamping, hasty(keyed), documentRef);
    await sent.promise;
    moveClock(stamping, 35);
    await stamping.reconcile();
    comeBack();
    await reached(stamping, documentRef, 'unknown', 2);
    expect(second().sends).toEqual([]);
    moveClock(stamping, 40);
    await stamping.reconcile();
    expect((await stateOf(stamping, documentRef)).cfdi['status']).toBe('valid');
  });
});
