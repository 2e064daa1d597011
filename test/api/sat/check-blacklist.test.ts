import { startApi, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf } from '../refused';
import { until } from '../until';

let api: Api;
beforeAll(async () => void (api = await startDocumented()));

const check = (rfc: string) => api.request('GET', `/v1/sat/blacklist/${rfc}`);

/**
 * Checks an RFC after the lists are loaded, which happens in the background when the service
 * starts.
 */
const checkedOnceLoaded = (rfc: string) =>
  until(
    150_000,
    () => check(rfc),
    ({ status }) => status !== 503,
  );

describe('200', () => {
  it('checkBlacklist returns the entries of the lists, and the date of the lists', async () => {
    const { status, json } = await checkedOnceLoaded('SIM100101000');
    expect([status, json.data]).toMatchObject([
      200,
      { rfc: 'SIM100101000', listed: true, listVersion: { '69b': expect.any(String) } },
    ]);
    expect(json.data.entries).toContainEqual(
      expect.objectContaining({ list: '69b', situation: 'Definitivo', since: '2020-01-15' }),
    );
    const { json: clean } = await check('EKU9003173C9');
    expect(clean.data).toMatchObject({ listed: false, entries: [] });
  });
});

describe('400 and 401', () => {
  it('checkBlacklist refuses text that is not an RFC, and a request without an API key', async () => {
    expect(issuesOf(await check('XYZ'))).toEqual(['rfc: rfc_invalid']);
    const { baseUrl } = await startApi();
    const answer = await fetch(`${baseUrl}/v1/sat/blacklist/EKU9003173C9`);
    expect(answer.status).toBe(401);
  });
});
