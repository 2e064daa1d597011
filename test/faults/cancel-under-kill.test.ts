import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  newDraft,
  newStamped,
  setUpIssuer,
  startOwnDeployment,
  type Api,
  type ApiResponse,
  type OwnDeployment,
  type Shown,
} from '@timbre/testkit/client';
import { until } from '../api/until';

const isFull = process.env['TIMBRE_FAULTS'] === 'full';

/** The points at which the test kills fiscal-cfdi around the PAC call. */
const aroundTheCall = ['cancellation.sending@1', 'cancellation.answered@1', 'step.after_commit@4'];
const afterEachStep = [1, 2, 3].map((pass) => `step.after_commit@${pass}`);
/** `npm run faults` kills fiscal-cfdi at every step. */
const recoveryPoints: [kind: string, failpoints: string[]][] = isFull
  ? [
      ['sw', [...afterEachStep, ...aroundTheCall, 'step.before_commit@6']],
      ['finkok', aroundTheCall],
    ]
  : [
      ['sw', ['step.after_commit@2', ...aroundTheCall]],
      ['finkok', ['cancellation.answered@1']],
    ];

/** Responses that a client may get while a process dies during its request. */
const documented = ['202', '409 operation_in_progress', '500 internal', '503 provider_unavailable'];

let deployment: OwnDeployment;
let api: Api;
beforeAll(async () => {
  deployment = await startOwnDeployment('cancelkill');
  api = await deployment.organization();
  await setUpIssuer(api);
}, 240_000);
afterAll(() => deployment?.stop());

const pacOf = (kind: string) => ({
  name: kind,
  kind,
  user: 'demo',
  password: 'demo',
  baseUrl: `${deployment.authorityUrl}/${kind}`,
});

/**
 * Starts fiscal-cfdi with the given PAC first in its list, and waits until the gateway has connected to the
 * process. Other pending work may bring the process to its failpoint first. A process without a failpoint
 * then completes that work.
 */
async function restart(kind: string, failpoint?: string): Promise<void> {
  const kinds = [kind, kind === 'sw' ? 'finkok' : 'sw'];
  await deployment.restart('fiscal-cfdi', {
    TIMBRE_PACS: JSON.stringify(kinds.map(pacOf)),
    ...(failpoint !== undefined && { FAILPOINTS: failpoint }),
  });
  const found = until(
    30_000,
    () => api.request('GET', '/v1/cfdi'),
    ({ status }) => status === 200,
  );
  const hasDied = deployment.ended('fiscal-cfdi').then(() => undefined);
  const answer = await (failpoint === undefined ? found : Promise.race([found, hasDied]));
  if (answer) return expect(answer.status).toBe(200);
  await restart(kind);
  await sleep(2_000);
  await restart(kind, failpoint);
}

interface Cancel {
  documentRef: string;
  uuid: string;
  key: string;
}

const cancelOnce = ({ documentRef, key }: Cancel, body: object = { motive: '02' }) =>
  api.request('POST', `/v1/cfdi/${documentRef}/cancel`, {
    body,
    headers: { 'idempotency-key': key },
  });
const outcomeOf = ({ status, json }: ApiResponse): string =>
  status === 202 ? '202' : `${status} ${json?.error?.code}`;

/** Repeats the request with its key, as clients should do, until the response arrives. */
async function cancelUntilTaken(cancel: Cancel): Promise<ApiResponse> {
  for (;;) {
    const answer = await cancelOnce(cancel);
    expect(documented).toContain(outcomeOf(answer));
    if (answer.status === 202) return answer;
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
  }
}

async function isAskedFor(documentRef: string): Promise<boolean> {
  const { json } = await api.request('GET', `/v1/cfdi/${documentRef}`);
  return json.data.cancellation !== undefined;
}

/** Queries the SAT for the outcome immediately, instead of waiting for the job. */
const synchronize = (documentRef: string) =>
  api.request('POST', `/v1/cfdi/${documentRef}/synchronize`);
async function reachCanceled(documentRef: string): Promise<void> {
  const isCanceled = ({ json }: ApiResponse) => json?.data?.status === 'canceled';
  const { json } = await until(30_000, () => synchronize(documentRef), isCanceled);
  expect(json.data).toMatchObject({ status: 'canceled', cancellation: { state: 'accepted' } });
}

async function simulated(): Promise<Map<string, { pac: string; cancelRequests: number }>> {
  const response = await fetch(`${deployment.authorityUrl}/__sim/stamps?rfc=EKU9003173C9`);
  const { data } = (await response.json()) as {
    data: { uuid: string; pac: string; cancelRequests: number }[];
  };
  return new Map(data.map((line) => [line.uuid.toLowerCase(), line]));
}

test.each(recoveryPoints)(
  'a cancellation at %s survives its process being killed at every recovery point',
  async (kind, failpoints) => {
    await restart(kind);
    const cancels: Cancel[] = [];
    for (const failpoint of failpoints) {
      const { documentRef, uuid } = await newStamped(api);
      const cancel = { documentRef, uuid, key: randomUUID() };
      cancels.push(cancel);
      // Pending work may reach the failpoint first; in that case no cancellation was requested yet.
      for (let times = 0; times < 3 && !(await isAskedFor(documentRef)); times++) {
        await restart(kind, failpoint);
        // A process that sends a response was not killed.
        expect([failpoint, ...documented.slice(1)]).toContain(outcomeOf(await cancelOnce(cancel)));
        await restart(kind);
      }
      await reachCanceled(documentRef);
      expect((await simulated()).get(uuid)).toMatchObject({ pac: kind, cancelRequests: 1 });
    }
    const answers = await Promise.all(cancels.map(cancelUntilTaken));
    for (const [index, cancel] of cancels.entries())
      expect((await cancelOnce(cancel)).json).toEqual(answers[index]!.json);
  },
  280_000,
);

// The failpoints of the stamp at which the waiting cancellation becomes due: found, sealed, sent, settled.
const replacements = [
  ['stamp.answered@1', 'its draft'],
  ['step.after_commit@4', 'cancelCfdi'],
  ['stamp.answered@1', 'cancelCfdi'],
  ['step.after_commit@4', 'its draft'],
] as const;
test.each(isFull ? replacements : replacements.slice(0, 2))(
  'a cancellation by replacement is requested once if the process dies at %s of the stamp, requested by %s',
  async (failpoint, asker) => {
    await restart('sw');
    const { documentRef, uuid } = await newStamped(api);
    const relatedDocuments = [{ relationship: '04', documents: [uuid] }];
    const replacing = { relatedDocuments, cancelReplaced: true };
    const draft = await newDraft(api, asker === 'its draft' ? replacing : {});
    if (asker === 'cancelCfdi') {
      const asked = { motive: '01', replacementDocumentRef: draft };
      expect(outcomeOf(await cancelOnce({ documentRef, uuid, key: randomUUID() }, asked))).toBe(
        '202',
      );
    }
    await restart('sw', failpoint);
    const stamp = { headers: { 'idempotency-key': randomUUID() } };
    const stampOnce = () => api.request('POST', `/v1/cfdi/${draft}/stamp`, stamp);
    expect((await stampOnce()).status).not.toBe(200);
    await restart('sw');
    const stamped = await until(40_000, stampOnce, ({ status }) => status === 200);
    expect(stamped.status).toBe(200);
    // The client sends no request: the stamp triggers the job that processes cancellations.
    const isReceived = ({ json }: ApiResponse) => json.data.cancellation?.receivedAt !== undefined;
    const shown = () => api.request('GET', `/v1/cfdi/${documentRef}`);
    expect(isReceived(await until(20_000, shown, isReceived))).toBe(true);
    await reachCanceled(documentRef);
    const lines = await simulated();
    expect(lines.get(uuid)).toMatchObject({ cancelRequests: 1 });
  },
  120_000,
);

test.each(['answered', 'asked'])(
  'a cancellation that the receiver rejects is requested once when its process dies at %s',
  async (point) => {
    await restart('sw');
    const { data: scenarios } = (await api.request('GET', '/v1/sandbox/scenarios')).json as {
      data: Shown[];
    };
    const scenario = scenarios.find(({ id }) => id === 'cancellation_rejected')!;
    const items = [exempt(Number(scenario['trigger'].total))];
    const { documentRef, uuid } = await newStamped(api, { items });
    const cancel = { documentRef, uuid, key: randomUUID() };
    await restart('sw', `cancellation.${point}@1`);
    const first = await cancelOnce(cancel);
    if (point === 'asked') expect((await synchronize(documentRef)).status).not.toBe(200);
    else expect(documented.slice(1)).toContain(outcomeOf(first));
    // The receiver accepts or rejects the cancellation during this wait.
    await sleep(4_000);
    await restart('sw');
    const isSettled = ({ json }: ApiResponse) => json?.data?.cancellation?.state === 'rejected';
    expect(isSettled(await until(30_000, () => synchronize(documentRef), isSettled))).toBe(true);
    expect((await simulated()).get(uuid)).toMatchObject({ cancelRequests: 1 });
  },
  120_000,
);

/** One item whose total is a magic value of the simulator. */
const exempt = (unitPrice: number) => ({
  kind: 'custom',
  description: 'Consultoría',
  satProductCode: '81111508',
  satUnitCode: 'HUR',
  quantity: 1,
  unitPrice,
  taxability: 'exempt',
});
