import { startDocumented } from '../documented';
import { issuesOf } from '../refused';
import { until } from '../until';

const path = '/v1/sat/blacklist/checks';

describe('200', () => {
  it('checkBlacklistBatch returns each RFC once, in the order of the request', async () => {
    const api = await startDocumented();
    const rfcs = ['EKU9003173C9', 'SIM100101000', 'EKU9003173C9'];
    const { json } = await until(
      150_000,
      () => api.request('POST', path, { body: { rfcs } }),
      ({ status }) => status !== 503,
    );
    expect(json.data).toMatchObject({
      listVersion: { '69b': expect.any(String), '69': expect.any(String) },
      results: [
        { rfc: 'EKU9003173C9', listed: false },
        { rfc: 'SIM100101000', listed: true },
      ],
    });
  });
});

describe('400', () => {
  it('checkBlacklistBatch reports each text that is not an RFC', async () => {
    const api = await startDocumented();
    const answer = await api.request('POST', path, { body: { rfcs: ['EKU9003173C9', 'x'] } });
    expect(issuesOf(answer)).toEqual(['rfcs.1: rfc_invalid']);
    const none = await api.request('POST', path, { body: { rfcs: [] } });
    expect(issuesOf(none)).toEqual(['rfcs: too_small']);
  });
});
