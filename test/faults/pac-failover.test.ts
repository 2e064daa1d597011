import {
  freePort,
  newDraft,
  newStamped,
  setUpIssuer,
  startOwnDeployment,
  type Api,
  type OwnDeployment,
} from '@timbre/testkit';
import { setTimeout as sleep } from 'node:timers/promises';

let deployment: OwnDeployment;
let api: Api;
beforeAll(async () => {
  deployment = await startOwnDeployment('failover');
  api = await deployment.organization();
  await setUpIssuer(api);
}, 240_000);

const account = { user: 'demo', password: 'demo' };
const sw = (baseUrl: string) => ({ name: 'sw', kind: 'sw', baseUrl, ...account });
const finkok = () => {
  const baseUrl = `${deployment.authorityUrl}/finkok`;
  return { name: 'finkok', kind: 'finkok', baseUrl, ...account };
};

async function restartWith(pacs: object[]): Promise<void> {
  await deployment.restart('fiscal-cfdi', { TIMBRE_PACS: JSON.stringify(pacs) });
  while ((await api.request('GET', '/v1/cfdi')).status !== 200) await sleep(100);
}

async function turnFinkok(knobs: object): Promise<void> {
  const response = await fetch(`${deployment.authorityUrl}/__sim/pacs/finkok`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(knobs),
  });
  expect(response.status).toBe(200);
}

async function pacsThatStamped(uuid: string): Promise<string[]> {
  const response = await fetch(`${deployment.authorityUrl}/__sim/stamps?rfc=EKU9003173C9`);
  const { data } = (await response.json()) as { data: { pac: string; uuid: string }[] };
  return data.filter((stamp) => stamp.uuid.toLowerCase() === uuid).map(({ pac }) => pac);
}

test('what the first PAC refuses to connect for is stamped and canceled by the second', async () => {
  await restartWith([sw(`http://127.0.0.1:${await freePort()}`), finkok()]);
  const { documentRef, uuid } = await newStamped(api);
  expect(await pacsThatStamped(uuid)).toEqual(['finkok']);
  const path = `/v1/cfdi/${documentRef}`;
  const canceled = await api.request('POST', `${path}/cancel`, { body: { motive: '02' } });
  expect([canceled.status, canceled.json.data.cancellation.code]).toEqual([202, '201']);
  const { json } = await api.request('POST', `${path}/synchronize`);
  expect(json.data).toMatchObject({ status: 'canceled', cancellation: { state: 'accepted' } });
}, 120_000);

test('what the first PAC may have taken goes to no other, and is found when it answers', async () => {
  await restartWith([finkok(), sw(`${deployment.authorityUrl}/sw`)]);
  const documentRef = await newDraft(api);
  await turnFinkok({ dropAnswerRate: 1 });
  const asked = api.request('POST', `/v1/cfdi/${documentRef}/stamp`);
  await sleep(1_500);
  await turnFinkok({ dropAnswerRate: 0 });
  const { status, json } = await asked;
  expect([status, json.data?.status]).toEqual([200, 'valid']);
  expect(await pacsThatStamped(json.data.uuid)).toEqual(['finkok']);
  const response = await fetch(`${deployment.authorityUrl}/__sim/sends?rfc=EKU9003173C9`);
  const { data } = (await response.json()) as { data: { pac: string }[] };
  expect(data.filter(({ pac }) => pac === 'sw')).toEqual([]);
}, 120_000);
