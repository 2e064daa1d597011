import { createRun, newId, type CallContext, type Refusal } from '@timbre/kit';
import { judgedOn, withKey } from '@timbre/testkit';
import { answerCancellationRequest } from '../src/operations/answer-cancellation-request';
import { listCancellationRequests } from '../src/operations/list-cancellation-requests';
import { advanceRequest } from '../src/workflows/cancelling/advance-request';
import { organizationsToPoll } from '../src/store/cancellation-polls';
import { pollRequests } from '../src/workflows/cancelling/poll-requests';
import { startCanceling, type Canceling } from './canceling';
import { moveClock, newIssuer } from './stamping';

let canceling: Canceling;
beforeAll(async () => void (canceling = await startCanceling()));
afterAll(() => canceling.close());
beforeEach(() => {
  canceling.reset();
  for (const pac of canceling.pacs) {
    pac.pending = { outcome: 'listed', uuids: [] };
    pac.answered.length = pac.receiverAnswers.length = pac.asked = 0;
  }
});

const lost = { outcome: 'unknown', cause: new Error('reset') } as const;
const minute = 60;

interface Shown {
  uuid: string;
  state: string;
  answerBefore?: string;
  document?: { documentRef: string; status: string };
}

const pendingAtPac = (...uuids: string[]) => {
  for (const pac of canceling.pacs) pac.pending = { outcome: 'listed', uuids };
};

async function listed(context: CallContext, state = ''): Promise<Shown[]> {
  const request = { state, page: { limit: 50 } } as never;
  const { runtime } = canceling.service;
  const answer = await listCancellationRequests.run(runtime as never, context, request);
  return (JSON.parse(String(answer)) as { data: Shown[] }).data;
}

const answer = (context: CallContext, uuid: string, choice = 'accept') =>
  canceling.service.answer(answerCancellationRequest as never, context, {
    uuid,
    answer: choice,
  } as never) as unknown as Promise<Shown>;

const refusal = (promise: Promise<unknown>): Promise<Refusal> =>
  promise.then(
    () => Promise.reject(new Error('not refused')),
    (error: Refusal) => error,
  );

const key = (context: CallContext) =>
  withKey(context, 'POST /v1/cfdi/cancellation-requests/{uuid}/answer');

/** Runs each job for cancellation requests once, as a process would. */
async function follow(context: CallContext, uuid: string): Promise<void> {
  const [row] = await canceling.service.rows<{ id: string }>(
    'select id from cancellation_requests where uuid = $1 order by id desc',
    [uuid],
  );
  const { runtime } = canceling.service as unknown as {
    runtime: { providers: Parameters<typeof advanceRequest>[1] };
  };
  await advanceRequest(createRun(runtime as never, context), runtime.providers, row!.id);
}

const poll = (context: CallContext, isAsked = false) => {
  const { runtime } = canceling.service as unknown as {
    runtime: { providers: Parameters<typeof pollRequests>[1] };
  };
  return pollRequests(createRun(runtime as never, context), runtime.providers, { isAsked });
};

/** Changes a document that the organization issued into a document that it received. */
async function arrive(documentRef: string): Promise<void> {
  const changed = `update cfdi set direction = 'received' where id = $1 returning 1`;
  await canceling.service.rows(changed, [documentRef.slice(5)]);
}

/** Returns whether the polling job would query the PAC for the organization now. */
async function isDue({ organizationId }: CallContext): Promise<boolean> {
  const { service } = canceling;
  const due = await service.rows<{ org_id: string }>(organizationsToPoll, [service.runtime.now()]);
  return due.some((row) => row.org_id === organizationId);
}

/** Creates a received document whose cancellation waits for the organization's answer. */
async function requested(): Promise<{ context: CallContext; uuid: string }> {
  const { context, documentRef, uuid } = await canceling.newValid();
  await arrive(documentRef);
  pendingAtPac(uuid.toUpperCase());
  await listed(context);
  return { context, uuid };
}

const events = async ({ organizationId }: CallContext) =>
  (
    await canceling.service.rows<{ subject: string }>(
      `select subject from outbox where org_id = $1 and subject like '%cancellation_request%'
       order by id`,
      [organizationId],
    )
  ).map(({ subject }) => subject.split('.').at(-1));

it('an answer is refused if the caller checked another cancellation request', async () => {
  const { context, uuid } = await requested();
  const [shown] = await listed(context);
  const refused = await refusal(answer(judgedOn(key(context)), uuid));
  expect(refused.details.reason).toBe('document_changed');
  expect(await answer(judgedOn(key(context), shown), uuid)).toMatchObject({ uuid });
});

describe('listCancellationRequests', () => {
  it('listCancellationRequests queries the PAC at most once every five seconds, and shows the stored data of each document', async () => {
    const { context, uuid } = await requested();
    const unknown = newId();
    pendingAtPac(uuid, unknown, 'no uuid');
    expect(await listed(context)).toHaveLength(1);
    expect(canceling.pacs[0].asked).toBe(1);
    moveClock(canceling, minute);
    const requests = await listed(context);
    expect(requests.map((one) => [one.uuid, one.state, one.document?.status])).toEqual([
      [unknown, 'pending', undefined],
      [uuid.toLowerCase(), 'pending', 'valid'],
    ]);
    expect(await listed(context, 'rejected')).toEqual([]);
    expect(await events(context)).toEqual(['received', 'received']);
  });

  it('listCancellationRequests queries the next PAC, and returns an error instead of an empty list if no PAC answers', async () => {
    const context = await newIssuer(canceling);
    for (const pac of canceling.pacs) pac.pending = lost;
    expect(await refusal(listed(context))).toMatchObject({
      code: 'provider_unavailable',
      details: { reason: 'pac_unavailable' },
    });
    canceling.pacs[1].pending = { outcome: 'listed', uuids: [newId()] };
    moveClock(canceling, 2 * minute);
    expect(await listed(context)).toHaveLength(1);
    // If no PAC answers, a list that was read within the last two hours is returned.
    canceling.pacs[1].pending = lost;
    moveClock(canceling, 90 * minute);
    expect(await listed(context)).toHaveLength(1);
    moveClock(canceling, 130 * minute);
    expect((await refusal(listed(context))).code).toBe('provider_unavailable');
  });

  it('listCancellationRequests queries once for concurrent requests, and a job queries every half hour', async () => {
    const context = await newIssuer(canceling);
    expect(await isDue(context)).toBe(true);
    const polled = await Promise.all([1, 2, 3].map(() => poll(context)));
    expect(polled.filter(Boolean)).toHaveLength(1);
    moveClock(canceling, 29 * minute);
    expect([await isDue(context), await poll(context)]).toEqual([false, false]);
    moveClock(canceling, 30 * minute);
    expect([await isDue(context), await poll(context)]).toEqual([true, true]);
    expect(await isDue(context)).toBe(false);
  });

  it('listCancellationRequests queries the SAT for the outcome of a request that is missing in two lists in a row', async () => {
    const { context, uuid } = await requested();
    pendingAtPac();
    canceling.sat.shows(true, 'Plazo vencido');
    moveClock(canceling, minute);
    await listed(context);
    await follow(context, uuid);
    expect(await listed(context)).toMatchObject([{ state: 'pending' }]);
    moveClock(canceling, 2 * minute);
    await listed(context);
    await follow(context, uuid);
    expect(await listed(context)).toMatchObject([
      { state: 'expired', document: { status: 'canceled' } },
    ]);
    expect(await events(context)).toEqual(['received', 'settled']);
  });

  it('a cancellation request after a rejection has no deadline, because a missing answer accepts only a first request', async () => {
    const { context, uuid } = await requested();
    expect(await answer(key(context), uuid, 'reject')).toHaveProperty('answerBefore');
    moveClock(canceling, 11 * minute);
    const [second, first] = await listed(context);
    expect([second?.state, second?.answerBefore]).toEqual(['pending', undefined]);
    expect([first?.state, first?.answerBefore]).toEqual(['rejected', expect.any(String)]);
    expect(await answer(key(context), uuid)).toMatchObject({ state: 'accepted' });
  });

  it('listCancellationRequests shows no request that concerns another organization', async () => {
    const { uuid } = await requested();
    const other = await newIssuer(canceling);
    pendingAtPac();
    expect(await listed(other)).toEqual([]);
    expect((await refusal(answer(key(other), uuid))).code).toBe('not_found');
  });
});

describe('answerCancellationRequest', () => {
  it('answerCancellationRequest sends a signed answer once, and the document is canceled when the SAT shows it', async () => {
    const { context, uuid } = await requested();
    const once = key(context);
    expect(await answer(once, uuid)).toMatchObject({ state: 'accepted', code: '1000' });
    expect(await answer(once, uuid)).toMatchObject({ state: 'accepted' });
    const [xml] = canceling.pacs[0].answered;
    expect(canceling.pacs[0].answered).toHaveLength(1);
    expect(xml).toContain(`<UUID>${uuid.toUpperCase()}</UUID><Respuesta>Aceptacion</Respuesta>`);
    expect(xml).toContain('RfcPacEnviaSolicitud="SPR190613I52" RfcReceptor="EKU9003173C9"');
    // The SAT's list still contains the answered request, which must not count as a new request.
    moveClock(canceling, 2 * minute);
    expect(await listed(context)).toMatchObject([
      { state: 'accepted', document: { status: 'valid' } },
    ]);
    canceling.sat.shows(true, 'Cancelado con aceptación');
    await follow(context, uuid);
    expect(await listed(context)).toMatchObject([{ document: { status: 'canceled' } }]);
    expect(await events(context)).toEqual(['received', 'settled']);
    expect(await refusal(answer(key(context), uuid, 'reject'))).toMatchObject({
      message: 'This request is over; it is accepted.',
      details: { reason: 'request_over' },
    });
  });

  it('answerCancellationRequest cancels a document that is stored after its cancellation was accepted', async () => {
    const { context, documentRef, uuid } = await canceling.newValid();
    pendingAtPac(uuid);
    await listed(context);
    const accepted = await answer(key(context), uuid);
    expect([accepted.state, accepted.document]).toEqual(['accepted', undefined]);
    canceling.sat.shows(true, 'Cancelado con aceptación');
    moveClock(canceling, minute);
    await follow(context, uuid);
    await arrive(documentRef);
    moveClock(canceling, 4 * minute);
    await follow(context, uuid);
    expect(await listed(context)).toMatchObject([{ document: { status: 'canceled' } }]);
  });

  it('answerCancellationRequest sends an answer with an unknown outcome again, and treats code 1002 as its own earlier answer', async () => {
    const { context, uuid } = await requested();
    canceling.pacs[0].receiverAnswers.push(lost, lost, {
      outcome: 'answered',
      code: '1002',
      acuse: undefined,
    });
    expect(await answer(key(context), uuid, 'reject')).toMatchObject({ state: 'answering' });
    expect((await refusal(answer(key(context), uuid))).details.reason).toBe('answer_in_progress');
    moveClock(canceling, minute);
    await follow(context, uuid);
    expect(await listed(context)).toMatchObject([{ state: 'answering' }]);
    canceling.sat.shows(false, 'Solicitud rechazada');
    moveClock(canceling, 2 * minute);
    await follow(context, uuid);
    expect(await listed(context)).toMatchObject([{ state: 'rejected' }]);
    expect(canceling.pacs[0].answered).toHaveLength(3);
    expect(await events(context)).toEqual(['received', 'settled']);
  });

  it("answerCancellationRequest stores the SAT's status if the request was answered elsewhere before", async () => {
    const { context, uuid } = await requested();
    canceling.pacs[0].receiverAnswers.push({
      outcome: 'answered',
      code: '1002',
      acuse: undefined,
    });
    canceling.sat.shows(true, 'Cancelado con aceptación');
    expect(await answer(key(context), uuid, 'reject')).toMatchObject({ state: 'accepted' });
  });

  it('answerCancellationRequest can be repeated after the SAT refused the answer or if nothing was sent', async () => {
    const { context, uuid } = await requested();
    canceling.pacs[0].receiverAnswers.push(
      { outcome: 'refused', code: '1003', message: 'no' },
      { outcome: 'not_sent', cause: new Error('refused') },
    );
    expect(await refusal(answer(key(context), uuid))).toMatchObject({
      details: { reason: 'answer_refused', issues: [{ code: '1003' }] },
    });
    expect(await refusal(answer(key(context), uuid))).toMatchObject({
      code: 'provider_unavailable',
      details: { reason: 'sat_unreachable' },
    });
    expect(await answer(key(context), uuid)).toMatchObject({ state: 'accepted' });
  });

  it('answerCancellationRequest returns not_found for a document without a request', async () => {
    const context = await newIssuer(canceling);
    for (const uuid of [newId(), 'x', 'a\u0000'])
      expect((await refusal(answer(key(context), uuid))).code).toBe('not_found');
  });
});
