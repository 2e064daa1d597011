import { randomUUID } from 'node:crypto';
import {
  accessTo,
  created,
  dataOf,
  incomeInput,
  newCustomer,
  newDraft,
  setUpIssuer,
  type Api,
  type ApiResponse,
} from '@timbre/testkit/client';
import { startObserved, type ObservedDeployment } from '../telemetry/observed-deployment';
import { documented } from '../api/documented';
import { isFinal, refusalOf } from '../api/refused';
import { until } from '../api/until';

const topUpUrl = 'https://example.com/top-up';
const price = 150;

let deployment: ObservedDeployment;
let scenarios: Map<string, string>;
/** The response to the first request; a stamp with an unknown outcome is answered only after 25 s. */
let unknown: { api: Api; answer: Promise<ApiResponse> };

beforeAll(async () => {
  deployment = await startObserved({
    TIMBRE_STAMP_PRICE_MINOR: `${price}`,
    TIMBRE_TOP_UP_URL: topUpUrl,
    TIMBRE_LOG_LEVEL: 'warn',
  });
  const { json } = await (await newIssuer()).request('GET', '/v1/sandbox/scenarios');
  const published = json.data as { id: string; trigger: { receiverRfc: string[] } }[];
  scenarios = new Map(published.map(({ id, trigger }) => [id, trigger.receiverRfc[0]!]));
  const api = await newIssuer();
  await topUp(api, price);
  const ref = await draftFor(api, 'answer_never');
  unknown = { api, answer: stamp(api, ref) };
}, 240_000);
afterAll(() => deployment?.stop());

/** Creates an organization that can stamp after it tops up its wallet. */
async function newIssuer(): Promise<Api> {
  const { organizationId, apiKey } = await deployment.bootstrap('Payer');
  const api = await documented(accessTo(deployment.baseUrl, organizationId, apiKey));
  await setUpIssuer(api);
  return api;
}

const topUp = ({ organizationId }: Api, amountMinor: number) =>
  deployment.command('fiscal-cfdi', [
    'wallet-top-up',
    '--organization',
    organizationId,
    '--amount-minor',
    `${amountMinor}`,
  ]);

async function payingIssuer(): Promise<Api> {
  const api = await newIssuer();
  await topUp(api, 2 * price);
  return api;
}

const stamp = (api: Api, ref: string, key: string = randomUUID()) =>
  api.request('POST', `/v1/cfdi/${ref}/stamp`, { headers: { 'idempotency-key': key } });

/** Drafts a document whose receiver has the magic RFC of a simulator scenario. */
async function draftFor(api: Api, id: string): Promise<string> {
  const customer = { rfc: scenarios.get(id)!, legalName: `ESCENARIO ${id.toUpperCase()}` };
  const customerId = await newCustomer(api, customer);
  return (await created(api, '/v1/cfdi', incomeInput(customerId))).documentRef as string;
}

/** Returns the available and reserved amounts of the wallet, and its transactions, the oldest first. */
async function wallet(api: Api) {
  const { balanceMinor, reservedMinor } = await dataOf(
    api.request('GET', '/v1/organization/wallet'),
  );
  const { json } = await api.request('GET', '/v1/organization/wallet/transactions?limit=50');
  const lines = json.data as { kind: string; documentRef?: string }[];
  return { left: [balanceMinor, reservedMinor], moved: lines.map(({ kind }) => kind).reverse() };
}

describe('402', () => {
  it('a stamp without prepaid balance gets 402 with the body that part 7 of the specification defines, and nothing is sealed', async () => {
    const api = await newIssuer();
    const [organization, amount] = [api.organizationId, `${price - 1}`];
    const args = ['--organization', organization, '--amount-minor', amount];
    await deployment.command('fiscal-cfdi', ['wallet-top-up', ...args]);
    const ref = await newDraft(api);
    const answer = await stamp(api, ref);
    expect(answer.status).toBe(402);
    expect(answer.headers.get('request-id')).toMatch(/^req_[a-f0-9]{32}$/);
    expect(answer.json).toEqual({
      error: {
        code: 'payment_required',
        message: expect.any(String),
        status: 402,
        details: { reason: 'api_wallet_insufficient', balanceMinor: price - 1, topUpUrl },
      },
    });
    const draft = await dataOf(api.request('GET', `/v1/cfdi/${ref}`));
    expect([draft.status, draft.folio]).toEqual(['draft', undefined]);
    expect(await wallet(api)).toEqual({ left: [price - 1, 0], moved: ['top_up'] });
  });

  it('a repeated request with the same key gets the stored 402; after a top-up, a request with a new key succeeds', async () => {
    const api = await newIssuer();
    const [ref, key] = [await newDraft(api), randomUUID()];
    const refused = await stamp(api, ref, key);
    expect(refusalOf(refused)).toBe('402 payment_required api_wallet_insufficient');
    await topUp(api, price);
    expect((await stamp(api, ref, key)).bytes.equals(refused.bytes)).toBe(true);
    expect((await stamp(api, ref)).status).toBe(200);
  });
});

describe('the wallet', () => {
  it('the wallet reserves the price at the seal and captures the price at the stamp, and a repeated idempotency key captures the price only once', async () => {
    const api = await payingIssuer();
    const [ref, key] = [await newDraft(api), randomUUID()];
    await stamp(api, ref, key);
    await stamp(api, ref, key);
    const { left, moved } = await wallet(api);
    expect([left, moved]).toEqual([
      [price, 0],
      ['top_up', 'reserve', 'capture'],
    ]);
    const { json } = await api.request('GET', '/v1/organization/wallet/transactions?kind=capture');
    expect(json.data).toMatchObject([
      { amountMinor: price, balanceMinor: price, documentRef: ref },
    ]);
  });

  it.each([
    ['receiver_unknown', '409 conflict stamp_rejected'],
    ['account_suspended', '503 provider_unavailable pac_account'],
  ])(
    'the wallet releases the reservation if nothing was stamped: %s',
    async (scenario, refusal) => {
      const api = await payingIssuer();
      expect(refusalOf(await stamp(api, await draftFor(api, scenario)))).toBe(refusal);
      const { left, moved } = await wallet(api);
      expect([left, moved]).toEqual([
        [2 * price, 0],
        ['top_up', 'reserve', 'release'],
      ]);
    },
  );

  it('the wallet captures the price only once, even if the response of the PAC is lost', async () => {
    const api = await payingIssuer();
    const [ref, key] = [await draftFor(api, 'answer_lost'), randomUUID()];
    const answer = await until(60_000, () => stamp(api, ref, key), isFinal);
    expect(answer.status).toBe(200);
    const { left, moved } = await wallet(api);
    expect([left, moved]).toEqual([
      [price, 0],
      ['top_up', 'reserve', 'capture'],
    ]);
  });

  it('the wallet reserves the price while the outcome of the stamp is unknown', async () => {
    const { api } = unknown;
    // The gateway's timeout is only slightly longer than the service's timeout, so a busy gateway may time
    // out first.
    expect(refusalOf(await unknown.answer)).toMatch(
      /^(409 operation_in_progress|503 provider_unavailable)/,
    );
    expect(await wallet(api)).toEqual({ left: [0, price], moved: ['top_up', 'reserve'] });
    const other = await stamp(api, await newDraft(api));
    expect(other.json.error.details).toMatchObject({ balanceMinor: 0 });
    expect(other.status).toBe(402);
    expect(await wallet(api)).toEqual({ left: [0, price], moved: ['top_up', 'reserve'] });
  }, 180_000);
});
