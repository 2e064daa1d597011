import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  created,
  newCustomer,
  setUpIssuer,
  startOwnDeployment,
  incomeInput,
  type Api,
  type ApiResponse,
  type OwnDeployment,
} from '@timbre/testkit';

/** Where fiscal-cfdi is killed while it stamps, and the total of the document where it matters. */
const recoveryPoints: [failpoints: string, total?: number][] = [
  // answer_lost of the simulator's scenarios, so that there is something to look up.
  ['stamp.looked_up@1', 99_001.01],
  // The steps of a stamp: find, seal, pin, settle with the answer.
  ...[1, 2, 3, 4].flatMap((pass): [string][] => [
    [`step.before_commit@${pass}`],
    [`step.after_commit@${pass}`],
  ]),
  ['stamp.sending@1'],
  ['stamp.answered@1'],
  ['stamp.settled@1'],
];

/** What a client may be told while a process dies under its request. */
const documented = ['200', '409 operation_in_progress', '500 internal', '503 provider_unavailable'];

interface Stamp {
  failpoint: string;
  documentRef: string;
  key: string;
}

let deployment: OwnDeployment;
let api: Api;
beforeAll(async () => {
  deployment = await startOwnDeployment('stampkill');
  api = await deployment.organization();
  await setUpIssuer(api);
}, 240_000);

/** Starts fiscal-cfdi again and waits until the gateway has found it. */
async function restart(env: Record<string, string> = {}): Promise<void> {
  await deployment.restart('fiscal-cfdi', env);
  while ((await api.request('GET', '/v1/cfdi')).status !== 200) await sleep(100);
}

const stampOnce = ({ documentRef, key }: Stamp): Promise<ApiResponse> =>
  api.request('POST', `/v1/cfdi/${documentRef}/stamp`, { headers: { 'idempotency-key': key } });
const told = ({ status, json }: ApiResponse): string =>
  status === 200 ? '200' : `${status} ${json?.error?.code}`;

/** Repeats the request with its key, as clients are told to, until it has its answer. */
async function stampUntilDone(stamp: Stamp): Promise<ApiResponse> {
  for (;;) {
    const answer = await stampOnce(stamp);
    expect(documented).toContain(told(answer));
    if (answer.status === 200) return answer;
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
  }
}

async function stampsAtPac() {
  const response = await fetch(`${deployment.authorityUrl}/__sim/stamps?rfc=EKU9003173C9`);
  const { data } = (await response.json()) as {
    data: { pac: string; uuid: string; sealHash: string }[];
  };
  return data;
}

/** Drafts a document of that total and has fiscal-cfdi killed while it stamps it. */
async function killAt(failpoint: string, total?: number): Promise<Stamp> {
  const items = total && [
    {
      ...incomeInput('').items[0],
      taxability: 'exempt',
      taxRate: undefined,
      quantity: 1,
      unitPrice: total,
    },
  ];
  const input = incomeInput(await newCustomer(api), items ? { items } : {});
  const { documentRef } = await created(api, '/v1/cfdi', input);
  const stamp = { failpoint, documentRef, key: randomUUID() };
  await restart({ FAILPOINTS: failpoint });
  const answer = await stampOnce(stamp);
  // Whoever gets the stamp was not killed.
  expect(documented.slice(1)).toContain(told(answer));
  return stamp;
}

test('a stamp survives its process being killed at every recovery point', async () => {
  const stamps: Stamp[] = [];
  for (const [failpoint, total] of recoveryPoints) {
    stamps.push(await killAt(failpoint, total));
    await restart();
  }
  const answers = await Promise.all(stamps.map(stampUntilDone));
  const details = answers.map(({ json }) => json.data);
  expect(details.map(({ status }) => status)).toEqual(stamps.map(() => 'valid'));
  const folios = details.map(({ folio }) => Number(folio)).sort((one, other) => one - other);
  expect(folios).toEqual(stamps.map((_, index) => index + 1));
  const stamped = await stampsAtPac();
  expect(stamped.map(({ uuid }) => uuid.toLowerCase()).sort()).toEqual(
    details.map(({ uuid }) => uuid).sort(),
  );
  for (const [index, stamp] of stamps.entries()) {
    const again = await stampOnce(stamp);
    expect(again.json).toEqual(answers[index]!.json);
  }
}, 240_000);

test.each(['command.before_commit@1', 'command.after_commit@1'])(
  'a draft exists once when its process is killed at %s',
  async (failpoint) => {
    const organization = await deployment.organization();
    await setUpIssuer(organization);
    const body = incomeInput(await newCustomer(organization));
    const headers = { 'idempotency-key': randomUUID() };
    await restart({ FAILPOINTS: failpoint });
    const killed = await organization.request('POST', '/v1/cfdi', { body, headers });
    expect(documented).toContain(told(killed));
    await restart();
    const first = await organization.request('POST', '/v1/cfdi', { body, headers });
    const again = await organization.request('POST', '/v1/cfdi', { body, headers });
    expect([first.status, again.json]).toEqual([201, first.json]);
    const { json } = await organization.request('GET', '/v1/cfdi');
    expect(json.data).toHaveLength(1);
  },
  120_000,
);
