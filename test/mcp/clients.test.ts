import { dataOf, newDraft, startApi, startIssuer, type Api } from '@timbre/testkit/client';
import { newAssistant, oldAssistant, type Assistant } from './client';

let api: Api;
beforeAll(async () => {
  api = await startIssuer();
});

const stateOf = async (documentRef: string): Promise<unknown> =>
  (await dataOf(api.request('GET', `/v1/cfdi/${documentRef}`))).status;

describe.each<[string, (api: Api) => Promise<Assistant>]>([
  ['of 2026', newAssistant],
  ['of 2025', oldAssistant],
])('a client %s', (_, connect) => {
  let assistant: Assistant;
  beforeAll(async () => {
    assistant = await connect(api);
  });
  afterAll(() => assistant.close());

  it('a client lists and calls tools, and receives errors', async () => {
    expect(await assistant.names()).toEqual(expect.arrayContaining(['get_document', 'stamp_cfdi']));
    const none = await assistant.call('search_contacts', { query: 'nobody' });
    expect(none).toMatchObject({ data: [], summary: 'Nothing matches.' });
    const refused = await assistant.call('get_document', { documentRef: 'cfdi:none' });
    expect(refused).toMatchObject({ isError: true, error: { code: 'not_found' } });
  });

  it('a client confirms an action with its confirmation token, and the token works only once', async () => {
    const documentRef = await newDraft(api);
    const { status, confirmationToken } = await assistant.call('stamp_cfdi', { documentRef });
    expect(status).toBe('confirmation_required');
    const confirmed = { documentRef, confirmationToken };
    const [first, again] = [
      await assistant.call('stamp_cfdi', confirmed),
      await assistant.call('stamp_cfdi', confirmed),
    ];
    expect(first).toMatchObject({ data: { status: 'valid' } });
    expect(again).toEqual(first);
    const other = { documentRef: await newDraft(api), confirmationToken };
    expect(await assistant.call('stamp_cfdi', other)).toMatchObject({
      error: { details: { reason: 'confirmation_of_another_call' } },
    });
  });

  it('a client cannot find documents of another organization', async () => {
    const documentRef = await newDraft(api);
    const stranger = await connect(await startApi());
    const { error } = await stranger.call('stamp_cfdi', { documentRef });
    expect(error).toMatchObject({ code: 'not_found' });
    await stranger.close();
  });
});

describe('a client that can show questions to a person', () => {
  it('a client that can show questions to a person acts after the confirmation, and the model never sees the confirmation token', async () => {
    const asked: string[] = [];
    const assistant = await newAssistant(api, (message) => {
      asked.push(message);
      return 'yes';
    });
    const documentRef = await newDraft(api);
    const answer = await assistant.call('stamp_cfdi', { documentRef });
    expect(answer).toMatchObject({ data: { status: 'valid' } });
    expect(asked).toEqual([expect.stringMatching(/Total: 233.16 MXN/)]);
    await assistant.close();
  });

  it('a client that can show questions to a person does nothing if the person declines', async () => {
    const assistant = await newAssistant(api, () => 'no');
    const documentRef = await newDraft(api);
    const answer = await assistant.call('stamp_cfdi', { documentRef });
    expect(answer).toMatchObject({ status: 'not_confirmed' });
    expect(await stateOf(documentRef)).toBe('draft');
    await assistant.close();
  });
});
