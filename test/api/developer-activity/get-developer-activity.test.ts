import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { until } from '../until';
import { newAssistant } from '../../mcp/client';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const get = (id: string) => api.request('GET', `/v1/developer-activity/${id}`);

describe('200', () => {
  it('getDeveloperActivity finds a request by its Request-Id', async () => {
    const { headers } = await api.request('GET', '/v1/contacts');
    const requestId = headers.get('request-id')!;
    const found = await until(
      60_000,
      () => get(requestId),
      ({ status }) => status === 200,
    );
    expect(found.json.data).toMatchObject({ requestId, operation: 'listContacts', status: 200 });
  });

  it('getDeveloperActivity returns the call of an assistant with the name of the tool', async () => {
    const assistant = await newAssistant(api);
    await assistant.call('search_contacts', { kind: 'customer' });
    await assistant.close();
    const list = () => api.request('GET', '/v1/developer-activity?tool=search_contacts');
    const { json } = await until(60_000, list, (page) => page.json.data.length > 0);
    const { data } = (await get((json.data as { requestId: string }[])[0]!.requestId)).json;
    expect(data).toMatchObject({
      channel: 'mcp',
      tool: 'search_contacts',
      operation: 'listContacts',
    });
  });
});

describe('404', () => {
  it.each(['x', '%00', 'req_00000000000000000000000000000000'])(
    'getDeveloperActivity does not find %s',
    async (id) => {
      expect(refusalOf(await get(id))).toBe('404 not_found');
    },
  );
});
