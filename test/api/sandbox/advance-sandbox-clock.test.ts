import { randomUUID } from 'node:crypto';
import { dataOf, newDraft, newStamped, type Api } from '@timbre/testkit/client';
import { deferred, monthly, planned } from '../accounts/books';
import { startDocumented, startDocumentedIssuer } from '../documented';
import { newSent } from '../quotes/offer';
import { issuesOf, refusalOf } from '../refused';
import { until } from '../until';

const dayMs = 86_400_000;

const advance = (api: Api, body: object, key: string = randomUUID()) =>
  api.request('POST', '/v1/sandbox/clock/advance', { body, headers: { 'idempotency-key': key } });

describe('200, ninety days later', () => {
  let api: Api;
  let other: Api;
  let offer: Record<string, unknown>;
  beforeAll(async () => {
    [api, other] = await Promise.all([startDocumentedIssuer(), startDocumentedIssuer()]);
    offer = await newSent(api);
    await newSent(other);
    await planned(api, await newStamped(api, deferred), monthly(3));
    const { status, json } = await advance(api, { days: 90 });
    expect(status).toBe(200);
    expect(json.data.aheadSeconds).toBe(90 * 86_400);
    expect(Math.abs(Date.parse(json.data.now) - Date.now() - 90 * dayMs)).toBeLessThan(60_000);
  });

  it('ninety days later, a quote has expired, and the quotes of another organization have not expired', async () => {
    const path = `/v1/quotes/${offer['documentRef'] as string}`;
    const expired = await until(
      60_000,
      () => dataOf(api.request('GET', path)),
      ({ status }) => status === 'expired',
    );
    expect(expired['status']).toBe('expired');
    const { json } = await other.request('GET', '/v1/quotes');
    expect(json.data.map(({ status }: { status: string }) => status)).toEqual(['sent']);
  });

  it('ninety days later, the open balance of a customer is overdue', async () => {
    const { data } = await until(
      60_000,
      () => api.request('GET', '/v1/events?types=receivable.overdue').then(({ json }) => json),
      (page) => page.data.length > 0,
    );
    expect(data[0].type).toBe('receivable.overdue');
  });

  it('a new invoice has the advanced date, and the PAC stamps the invoice at that date', async () => {
    const documentRef = await newDraft(api);
    const stamped = await dataOf(api.request('POST', `/v1/cfdi/${documentRef}/stamp`, {}));
    const dated = Date.parse(`${stamped['issuedLocalDateTime'] as string}Z`);
    expect(Math.abs(dated - Date.now() - 90 * dayMs)).toBeLessThan(dayMs);
    const { bytes } = await api.request('GET', `/v1/documents/${documentRef}/files/xml`);
    const [, timbred = ''] = /FechaTimbrado="([^"]+)"/.exec(bytes.toString()) ?? [];
    expect(timbred.slice(0, 10) >= (stamped['issuedLocalDateTime'] as string).slice(0, 10)).toBe(
      true,
    );
  });

  it('a list filters by the days that it shows: advanced days for documents, and real days for other records', async () => {
    const invoice = await newStamped(api);
    const day = (invoice['issuedLocalDateTime'] as string).slice(0, 10);
    const found = async (path: string) => (await api.request('GET', path)).json.data as object[];
    const newest = (await found(`/v1/cfdi?dateFrom=${day}`))[0];
    expect(newest).toMatchObject({ documentRef: invoice['documentRef'] });
    expect(await found(`/v1/contacts?dateFrom=${day}`)).toEqual([]);
    const [contact] = (await found('/v1/contacts')) as { contactId: string }[];
    const { updatedAt } = await dataOf(api.request('GET', `/v1/contacts/${contact!.contactId}`));
    const near = Date.parse(updatedAt as string) - dayMs;
    const from = new Date(near).toISOString().slice(0, 10);
    expect(await found(`/v1/contacts?dateFrom=${from}`)).not.toEqual([]);
  });

  it('the API keys still work, and requests are recorded with the real time', async () => {
    const { json } = await api.request('GET', '/v1/credentials/current');
    expect(Math.abs(Date.parse(json.data.lastUsedAt) - Date.now())).toBeLessThan(5 * 60_000);
    const { json: of } = await api.request('GET', '/v1/organization');
    expect(of.data.clockAheadSeconds).toBe(90 * 86_400);
  });

  it('advanceSandboxClock publishes an event', async () => {
    const found = await until(
      60_000,
      () => api.request('GET', '/v1/events?types=sandbox_clock.advanced').then(({ json }) => json),
      ({ data }) => data.length > 0,
    );
    expect(found.data[0].data.aheadSeconds).toBe(90 * 86_400);
  });
});

describe('the clock', () => {
  let api: Api;
  beforeAll(async () => void (api = await startDocumented()));

  it('advanceSandboxClock moves the clock to the requested instant, and a repeated request has no further effect', async () => {
    const to = new Date(Date.now() + 3 * dayMs).toISOString();
    const key = randomUUID();
    const first = await advance(api, { to }, key);
    expect(first.json.data.now).toBe(to);
    expect((await advance(api, { to }, key)).json).toEqual(first.json);
  });

  it('advanceSandboxClock refuses to move the clock backward or too far ahead', async () => {
    const at = (days: number) => ({ to: new Date(Date.now() + days * dayMs).toISOString() });
    expect(issuesOf(await advance(api, at(1)))).toEqual(['to: in_the_past']);
    expect(issuesOf(await advance(api, at(500)))).toEqual(['to: clock_step_too_long']);
    expect(issuesOf(await advance(api, {}))).toEqual(['days: one_of_required']);
    for (let year = 0; year < 4; year += 1) {
      expect((await advance(api, { days: 400 })).status).toBe(200);
    }
    expect(refusalOf(await advance(api, { days: 400 }))).toBe('409 conflict clock_limit');
  });
});
