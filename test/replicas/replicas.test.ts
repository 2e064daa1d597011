import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  created,
  customerInput,
  dataOf,
  incomeInput,
  newCustomer,
  newDraft,
  type Api,
  type ApiResponse,
} from '@timbre/testkit/client';
import { isFinal, refusalOf } from '../api/refused';
import { until } from '../api/until';
import { startTwoOfEach, type TwoOfEach } from './two-of-each';

const exportQuota = { perSecond: 2, burst: 20 };

let system: TwoOfEach;
let gateways: [Api, Api];
beforeAll(async () => {
  system = await startTwoOfEach({ TIMBRE_RATE_LIMITS: JSON.stringify({ export: exportQuota }) });
  gateways = await system.issuer();
}, 180_000);
afterAll(() => system?.stop(), 60_000);

/** Returns a client of one of the two gateways, alternating by index. */
const at = (index: number): Api => gateways[index % 2]!;
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const stamp = (ref: string, index: number, key: string = randomUUID()): Promise<ApiResponse> =>
  at(index).request('POST', `/v1/cfdi/${ref}/stamp`, { headers: { 'idempotency-key': key } });
const nextFolio = async () =>
  (await at(0).request('GET', '/v1/settings/series')).json.data[0].nextFolio as number;

async function newDrafts(count: number): Promise<string[]> {
  const customerId = await newCustomer(at(0));
  const drafts = await times(count, (i) => created(at(i), '/v1/cfdi', incomeInput(customerId)));
  return drafts.map(({ documentRef }) => documentRef as string);
}

async function uuidsAtPac(): Promise<string[]> {
  const { authorityUrl } = system.deployment;
  const response = await fetch(`${authorityUrl}/__sim/stamps?rfc=EKU9003173C9`);
  const { data } = (await response.json()) as { data: { uuid: string }[] };
  return data.map(({ uuid }) => uuid.toLowerCase());
}

async function loseAnswers(dropAnswerRate: number): Promise<void> {
  for (const pac of ['sw', 'finkok']) {
    const { status } = await fetch(`${system.deployment.authorityUrl}/__sim/pacs/${pac}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ dropAnswerRate }),
    });
    expect(status).toBe(200);
  }
}

/** Expects that every document is stamped once in Timbre and at the PAC, and that the folios have no gap. */
async function expectStampedOnce(refs: string[], firstFolio: number): Promise<void> {
  const documents = await times(refs.length, (i) =>
    dataOf(at(i).request('GET', `/v1/cfdi/${refs[i]}`)),
  );
  expect(documents.map(({ status }) => status)).toEqual(refs.map(() => 'valid'));
  const folios = documents.map(({ folio }) => Number(folio)).sort((a, b) => a - b);
  expect(folios).toEqual(refs.map((_, index) => firstFolio + index));
  expect(await nextFolio()).toBe(firstFolio + refs.length);
  const [uuids, issued] = [documents.map(({ uuid }) => uuid as string), await uuidsAtPac()];
  expect(new Set(uuids).size).toBe(refs.length);
  for (const uuid of uuids) expect(issued.filter((one) => one === uuid)).toHaveLength(1);
}

describe('a write sent to both gateways', () => {
  it('a write sent to both gateways with one idempotency key has one effect and one response', async () => {
    const [key, legalName] = [randomUUID(), randomUUID()];
    const answers = await times(20, (index) =>
      until(
        40_000,
        () =>
          at(index).request('POST', '/v1/contacts', {
            body: { ...customerInput, legalName },
            headers: { 'idempotency-key': key },
          }),
        isFinal,
      ),
    );
    expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1);
    const { json } = await at(1).request('GET', `/v1/contacts?query=${legalName}`);
    expect(json.data).toHaveLength(1);
  });

  it('an idempotency key used at one gateway causes a conflict for a different write at the other gateway', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const send = (api: Api, legalName: string) =>
      api.request('POST', '/v1/contacts', { body: { ...customerInput, legalName }, headers });
    expect((await send(at(0), 'UNO')).status).toBe(201);
    expect(refusalOf(await send(at(1), 'OTRO'))).toBe('409 idempotency_conflict');
  });
});

describe('drafts stamped through both gateways by both replicas', () => {
  it('drafts stamped through both gateways have one UUID each and folios without a gap', async () => {
    const [refs, firstFolio] = [await newDrafts(12), await nextFolio()];
    // Each draft is stamped twice, the second time with a different key at the other gateway.
    const answers = await times(24, (index) =>
      stamp(refs[index % 12]!, index % 12 === index ? 0 : 1),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(12);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(['409 operation_in_progress', '409 conflict not_a_draft']).toContain(
        refusalOf(answer),
      );
    await expectStampedOnce(refs, firstFolio);
  });

  it('drafts stamped through both gateways are processed by both replicas', async () => {
    const calls = await system.measured('timbre_rpc_duration_seconds_count', 'operation="');
    expect(Math.min(...calls)).toBeGreaterThan(0);
    // The test waits, because the replica for each draft is random. Eventually both replicas process drafts.
    const stamped = await until(
      60_000,
      async () => {
        await times(8, async (index) => stamp((await newDrafts(1))[0]!, index));
        return countedStamps();
      },
      (counts) => Math.min(...counts) > 0,
    );
    expect(Math.min(...stamped)).toBeGreaterThan(0);
    expect(stamped[0]! + stamped[1]!).toBe((await uuidsAtPac()).length);
  }, 240_000);

  it('drafts whose responses were lost are settled once, regardless of which reconciler finds them', async () => {
    const [refs, firstFolio] = [await newDrafts(8), await nextFolio()];
    await loseAnswers(1);
    const answers = await times(refs.length, (index) => stamp(refs[index]!, index));
    // The callers have disconnected; the reconcilers of both replicas see the same rows. The gateway's
    // timeout is only slightly longer than the service's timeout, so a busy gateway may have timed out first.
    for (const answer of answers)
      expect(refusalOf(answer)).toMatch(/^(409 operation_in_progress|503 provider_unavailable)/);
    await loseAnswers(0);
    await valid(refs);
    await expectStampedOnce(refs, firstFolio);
    const settled = await countedStamps();
    expect(settled[0]! + settled[1]!).toBe((await uuidsAtPac()).length);
  });
});

/** Returns the counts of both replicas when their sum equals the number of stamps at the PACs. */
async function countedStamps(): Promise<number[]> {
  const measured = () => system.measured('timbre_stamping_duration_seconds_count', '"stamped"');
  const { counts } = await until(
    20_000,
    async () => ({ counts: await measured(), issued: (await uuidsAtPac()).length }),
    ({ counts: [one, other], issued }) => one! + other! === issued,
  );
  return counts;
}

/** Waits until all documents are stamped, without new stamp requests. */
const valid = (refs: string[]) =>
  times(refs.length, (index) =>
    until(
      60_000,
      () => dataOf(at(index).request('GET', `/v1/cfdi/${refs[index]}`)),
      ({ status }) => status === 'valid',
    ),
  );

describe('a credential', () => {
  it('two gateways apply one common rate limit to a credential', async () => {
    const { perSecond, burst } = exportQuota;
    const started = Date.now();
    const nowhere = '/v1/documents/cfdi:01890000-0000-7000-8000-000000000000/files/xml';
    const allowedOf = async (count: number) =>
      (await times(count, (index) => at(index).request('GET', nowhere))).filter(
        ({ status }) => status !== 429,
      ).length;
    let allowed = await allowedOf(100);
    // A gateway may allow half a burst before it learns of the other gateway's burst. Requests above the
    // limit are charged in full.
    expect(allowed).toBeGreaterThanOrEqual(burst);
    const earned = () => ((Date.now() - started) / 1_000) * perSecond;
    expect(allowed).toBeLessThanOrEqual(burst * 1.5 + earned());
    for (let round = 0; round < 6; round += 1) {
      await sleep(500);
      allowed += await allowedOf(10);
    }
    expect(allowed).toBeLessThanOrEqual(burst * 1.5 + earned());
    // The first request uses the allowance that has become available since then.
    const last = await times(20, () => gateways[1].request('GET', nowhere));
    expect(last.map(refusalOf)).toContain('429 rate_limited');
  });

  it('a credential that is revoked at one gateway is refused by the other gateway within seconds', async () => {
    const asked = { name: 'Short-lived', permissions: ['contacts:read'] };
    const { credentialId, apiKey } = await created(at(0), '/v1/credentials', asked);
    const there = at(1).withApiKey(apiKey as string);
    expect((await there.request('GET', '/v1/contacts')).status).toBe(200);
    await dataOf(at(0).request('POST', `/v1/credentials/${credentialId}/revoke`));
    const later = await until(
      30_000,
      () => there.request('GET', '/v1/contacts'),
      ({ status }) => status === 401,
    );
    expect(later.status).toBe(401);
  });
});

describe('a replica that is killed while it stamps', () => {
  it('after a replica is killed while it stamps, no document is unfinished, undecided or stamped twice', async () => {
    const [refs, firstFolio] = [await newDrafts(16), await nextFolio()];
    const repeated = (ref: string, index: number, key: string) =>
      until(
        90_000,
        () => stamp(ref, index, key).catch(() => undefined),
        (answer) => answer?.status === 200,
      );
    await loseAnswers(0.5);
    const all = times(refs.length, (index) => repeated(refs[index]!, index, randomUUID()));
    await until(10_000, uuidsAtPac, (uuids) => uuids.length > firstFolio + 2);
    await system.second.fiscalCfdi.kill();
    await loseAnswers(0);
    const answers = await all;
    expect(answers.map((answer) => answer?.status)).toEqual(refs.map(() => 200));
    await expectStampedOnce(refs, firstFolio);
  }, 180_000);

  it('after a replica is killed while it stamps, no request fails at any gateway', async () => {
    const refs = [await newDraft(at(0)), await newDraft(at(1))];
    const answers = await times(2, (index) => stamp(refs[index]!, index));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('a gateway that is killed', () => {
  it('a gateway that is killed loses no write: the other gateway returns the stored response to the retry', async () => {
    const [ref, key] = [await newDraft(at(1)), randomUUID()];
    const first = await stamp(ref, 1, key);
    await system.second.gateway.kill();
    const again = await stamp(ref, 0, key);
    expect([first.status, again.bytes.toString()]).toEqual([200, first.bytes.toString()]);
  });
});
