import { created, newDraft, startIssuer, type Api, type ApiResponse } from '@timbre/testkit/client';
import { startDocumented } from './documented';
import { refusalOf } from './refused';
import { until } from './until';

const nowhere = '/v1/documents/cfdi:01890000-0000-7000-8000-000000000000/files/xml';
const download = (api: Api) => api.request('GET', nowhere);

/**
 * Sends more concurrent requests than the rate limit of downloads allows, which is a burst of 20
 * requests and then 10 per second.
 */
const flood = (api: Api): Promise<ApiResponse[]> =>
  Promise.all(Array.from({ length: 200 }, () => download(api)));

describe('429', () => {
  it('a credential that exceeds its rate limit gets 429 with Retry-After until it may send requests again', async () => {
    const api = await startDocumented();
    const answers = await flood(api);
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThan(20);
    expect(answers.filter(({ status }) => status === 404).length).toBeGreaterThanOrEqual(20);
    for (const answer of limited) {
      expect(refusalOf(answer)).toBe('429 rate_limited');
      const { retryable, retryAfterSeconds } = answer.json.error.details;
      expect(retryable).toBe(true);
      expect(answer.headers.get('retry-after')).toBe(String(retryAfterSeconds));
      expect(answer.headers.get('ratelimit-remaining')).toBe('0');
      expect(answer.headers.get('request-id')).toMatch(/^req_[a-f0-9]{32}$/);
    }
    const later = await until(
      60_000,
      () => download(api),
      ({ status }) => status !== 429,
    );
    expect(later.status).toBe(404);
  });

  it('a 429 for one credential does not affect other credentials or other classes of requests', async () => {
    const api = await startDocumented();
    const asked = { name: 'Second', permissions: ['files:read'] };
    const second = api.withApiKey((await created(api, '/v1/credentials', asked)).apiKey as string);
    await flood(api);
    expect((await download(second)).status).toBe(404);
    expect((await api.request('GET', '/v1/contacts')).status).toBe(200);
  });
});

describe('every response of an operation', () => {
  it('every response of an operation states the rate limit and the remaining requests', async () => {
    const api = await startIssuer();
    const ref = await newDraft(api);
    const quotas = { read: '/v1/contacts', export: `/v1/documents/${ref}/files/pdf` };
    for (const path of Object.values(quotas)) {
      const { headers } = await api.request('GET', path);
      const limit = Number(headers.get('ratelimit-limit'));
      expect(limit).toBeGreaterThan(0);
      expect(Number(headers.get('ratelimit-remaining'))).toBeLessThan(limit);
      expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThanOrEqual(0);
    }
  });
});
