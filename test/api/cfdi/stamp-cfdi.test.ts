import { randomUUID } from 'node:crypto';
import {
  created,
  customerInput,
  dataOf,
  incomeInput,
  issuerProfile,
  mintedFiles,
  newCustomer,
  newDraft,
  setUpIssuer,
  type Api,
  type ApiResponse,
} from '@timbre/testkit/client';
import { startDocumented, startDocumentedIssuer } from '../documented';
import { isFinal, issuesOf, refusalOf } from '../refused';
import { until } from '../until';

let api: Api;
let scenarios: Map<string, string>;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  const { json } = await api.request('GET', '/v1/sandbox/scenarios');
  const published = json.data as { id: string; trigger: { receiverRfc: string[] } }[];
  scenarios = new Map(published.map(({ id, trigger }) => [id, trigger.receiverRfc[0]!]));
});

const stamp = (ref: string, key: string = randomUUID(), by = api) =>
  by.request('POST', `/v1/cfdi/${ref}/stamp`, { headers: { 'idempotency-key': key } });

/** Drafts a document whose receiver has the magic RFC of a simulator scenario. */
async function draftFor(scenario: string, issuer = api): Promise<string> {
  const customerId = await newCustomer(issuer, {
    rfc: scenarios.get(scenario)!,
    legalName: `ESCENARIO ${scenario.toUpperCase()}`,
  });
  return (await created(issuer, '/v1/cfdi', incomeInput(customerId))).documentRef as string;
}

/** Retries the request as documented for clients, until it is no longer in progress. */
const settled = (ref: string, key: string): Promise<ApiResponse> =>
  until(60_000, () => stamp(ref, key), isFinal);

describe('200', () => {
  it('stampCfdi returns the valid document with UUID, folio, local dates and stamp', async () => {
    const { status, json } = await stamp(await newDraft(api));
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      status: 'valid',
      uuid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      series: 'A',
      folio: expect.stringMatching(/^\d+$/),
      issuedLocalDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      stamp: { certificateNumber: expect.stringMatching(/^\d{20}$/) },
    });
    const mexicoCity = new Date(`${json.data.issuedLocalDateTime}-06:00`).getTime();
    expect(Math.abs(Date.now() - mexicoCity)).toBeLessThan(5 * 60_000);
  });

  it('stampCfdi answers a retry with an identical body and a new Request-Id', async () => {
    const [ref, key] = [await newDraft(api), randomUUID()];
    const [first, again] = [await stamp(ref, key), await stamp(ref, key)];
    expect(again.status).toBe(200);
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect(again.headers.get('request-id')).not.toBe(first.headers.get('request-id'));
  });

  it('stampCfdi returns the open balance of a document with deferred payment (PPD)', async () => {
    const payment = { timing: 'deferred_or_installments', formCode: '99' };
    const data = await dataOf(stamp(await newDraft(api, { payment })));
    expect(data.payment).toMatchObject({ methodCode: 'PPD', remainingBalance: 233.16 });
  });

  it.each([
    'answer_lost',
    'answer_truncated',
    'bad_gateway_after_stamping',
    'previously_stamped',
    'wrong_stamp',
    'server_error',
  ])(
    'stampCfdi gives one UUID in the PAC scenario %s',
    async (scenario) => {
      const [ref, key] = [await draftFor(scenario), randomUUID()];
      const answer = await settled(ref, key);
      expect(answer.status).toBe(200);
      const { data } = (await stamp(ref, key)).json;
      expect(data.uuid).toBe(answer.json.data.uuid);
      expect(refusalOf(await stamp(ref))).toBe('409 conflict not_a_draft');
    },
    120_000,
  );
});

describe('404', () => {
  it('stampCfdi refuses an unknown document', async () => {
    expect(refusalOf(await stamp(`cfdi:${randomUUID()}`))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('stampCfdi does not stamp a document twice', async () => {
    const ref = await newDraft(api);
    await dataOf(stamp(ref));
    expect(refusalOf(await stamp(ref))).toBe('409 conflict not_a_draft');
  });

  it.each([
    ['receiver_unknown', 'CFDI40143', 'customerId: receiver_rfc_not_registered'],
    ['receiver_name_refused', 'CFDI40145', 'customerId: receiver_name_not_registered'],
    [
      'receiver_postal_code_refused',
      'CFDI40148',
      'customerId: receiver_postal_code_not_registered',
    ],
    ['too_old', '401', ': issue_date_refused'],
  ])(
    'stampCfdi answers what the PAC refuses and what to do: %s',
    async (scenario, satCode, issue) => {
      const ref = await draftFor(scenario);
      const answer = await stamp(ref);
      expect(refusalOf(answer)).toBe('409 conflict stamp_rejected');
      expect(issuesOf(answer)).toEqual([issue]);
      const { issues } = answer.json.error.details;
      expect(issues).toMatchObject([
        { satCode, message: expect.stringContaining(' The PAC says: ') },
      ]);
      const { lastRejection } = await dataOf(api.request('GET', `/v1/cfdi/${ref}`));
      expect(lastRejection).toMatchObject({ code: satCode, issues });
    },
  );

  it('stampCfdi refuses a confirmation key that no PAC has issued, and a confirmation key that another document has used', async () => {
    const [key, money] = [
      `TIM${randomUUID().slice(0, 2)}`,
      { currency: 'USD', exchangeRate: 9999 },
    ];
    const confirmed = (confirmation: string) => newDraft(api, { ...money, confirmation });
    const codes = (answer: ApiResponse) =>
      (answer.json.error.details.issues as { satCode: string }[]).map(({ satCode }) => satCode);
    const unknown = await stamp(await confirmed('ABC12'));
    expect(issuesOf(unknown)).toEqual(['confirmation: confirmation_refused']);
    expect(codes(unknown)).toEqual(['CFDI40128']);
    expect(await dataOf(stamp(await confirmed(key)))).toMatchObject({ status: 'valid' });
    expect(codes(await stamp(await confirmed(key)))).toEqual(['CFDI40129']);
  });

  it('stampCfdi no longer seals with a certificate that the PAC reports as revoked', async () => {
    const issuer = await startDocumentedIssuer();
    const refused = await stamp(await draftFor('certificate_revoked', issuer), undefined, issuer);
    expect(refusalOf(refused)).toBe('409 conflict certificate_revoked');
    expect(issuesOf(refused)).toEqual([': certificate_revoked']);
    const ref = await newDraft(issuer);
    const stopped = await stamp(ref, undefined, issuer);
    expect(refusalOf(stopped)).toBe('409 conflict certificate_revoked');
    await created(issuer, '/v1/fiscal/certificates', await mintedFiles(issuer));
    expect((await stamp(ref, undefined, issuer)).status).toBe(200);
  });

  it('stampCfdi stamps a corrected draft after a PAC rejection, with the same folio and a new idempotency key', async () => {
    const [ref, key] = [await draftFor('receiver_unknown'), randomUUID()];
    const refused = await stamp(ref, key);
    expect(refusalOf(refused)).toBe('409 conflict stamp_rejected');
    expect((await stamp(ref, key)).bytes.equals(refused.bytes)).toBe(true);
    const { status, folio, lastRejection } = await dataOf(api.request('GET', `/v1/cfdi/${ref}`));
    expect({ status, code: lastRejection.code }).toEqual({ status: 'draft', code: 'CFDI40143' });
    const body = incomeInput(await newCustomer(api));
    const corrected = await dataOf(api.request('PUT', `/v1/cfdi/${ref}`, { body }));
    expect(corrected).not.toHaveProperty('lastRejection');
    expect(await dataOf(stamp(ref))).toMatchObject({ status: 'valid', folio });
    expect((await stamp(ref, key)).bytes.equals(refused.bytes)).toBe(true);
  });

  it('stampCfdi stamps a rejected draft after a correction of its customer', async () => {
    const ref = await draftFor('receiver_unknown');
    await stamp(ref);
    const { customerId } = await dataOf(api.request('GET', `/v1/cfdi/${ref}`));
    const { rfc, legalName } = customerInput;
    const body = { rfc, legalName };
    await dataOf(api.request('PATCH', `/v1/contacts/${customerId}`, { body }));
    const stamped = await dataOf(stamp(ref));
    expect(stamped).toMatchObject({ status: 'valid', refreshed: ['rfc', 'legalName'] });
    expect(stamped.receiver).toMatchObject({ rfc });
  });

  it('stampCfdi reports the missing setup of the organization, one fault at a time', async () => {
    const fresh = await startDocumented();

    await dataOf(fresh.request('PUT', '/v1/fiscal/profile', { body: issuerProfile }));
    const ref = await newDraft(fresh);
    expect(refusalOf(await stamp(ref, undefined, fresh))).toBe('409 conflict certificate_missing');
    await setUpIssuer(fresh);
    expect((await stamp(ref, undefined, fresh)).status).toBe(200);
  });

  it('stampCfdi refuses a draft without a series', async () => {
    const fresh = await startDocumentedIssuer();
    const other = await created(fresh, '/v1/settings/series', { code: 'B', kind: 'income' });
    const draft = incomeInput(await newCustomer(fresh), { seriesId: other.seriesId });
    const { documentRef } = await created(fresh, '/v1/cfdi', draft);
    const body = { active: false };
    await dataOf(fresh.request('PATCH', `/v1/settings/series/${other.seriesId}`, { body }));
    const answer = await stamp(documentRef as string, undefined, fresh);
    expect(refusalOf(answer)).toBe('409 conflict series_inactive');
  });
});

describe('503', () => {
  it.each(['account_suspended', 'stamps_exhausted', 'credentials_refused'])(
    'stampCfdi stamps nothing when no PAC account works: %s',
    async (scenario) => {
      const ref = await draftFor(scenario);
      const answer = await stamp(ref);
      expect(refusalOf(answer)).toContain('503 provider_unavailable');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect((await dataOf(api.request('GET', `/v1/cfdi/${ref}`))).status).toBe('draft');
    },
  );
});
