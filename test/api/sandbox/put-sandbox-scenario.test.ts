import { created, newDraft, newStamped, type Api } from '@timbre/testkit/client';
import { startDocumented, startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
let neighbor: Api;
beforeAll(async () => {
  [api, neighbor] = await Promise.all([startDocumentedIssuer(), startDocumentedIssuer()]);
});

const switchTo = (scenarioId: unknown, by = api) =>
  by.request('PUT', '/v1/sandbox/scenario', { body: { scenarioId } });
const stamp = (ref: string, by = api) => by.request('POST', `/v1/cfdi/${ref}/stamp`);

/** Returns the scenarios that are switched on in the list. */
async function onIn(by: Api): Promise<string[]> {
  const { json } = await by.request('GET', '/v1/sandbox/scenarios');
  return (json.data as { id: string; active: boolean }[])
    .filter(({ active }) => active)
    .map(({ id }) => id);
}

describe('200', () => {
  afterEach(() => switchTo(null));

  it("putSandboxScenario determines the result of the organization's stamps until the scenario is switched off", async () => {
    const draft = await newDraft(api);
    const { status, json } = await switchTo('receiver_unknown');
    expect([status, json.data]).toEqual([200, { scenarioId: 'receiver_unknown' }]);
    const refused = await stamp(draft);
    expect(refusalOf(refused)).toBe('409 conflict stamp_rejected');
    expect(issuesOf(refused)).toEqual(['customerId: receiver_rfc_not_registered']);
    expect((await switchTo(null)).json.data).toEqual({ scenarioId: null });
    expect((await stamp(draft)).status).toBe(200);
  });

  it('putSandboxScenario does not affect other organizations, even with the same RFC', async () => {
    await switchTo('receiver_unknown');
    expect([await onIn(api), await onIn(neighbor)]).toEqual([['receiver_unknown'], []]);
    expect((await stamp(await newDraft(neighbor), neighbor)).status).toBe(200);
  });

  it('putSandboxScenario determines the cancellation of a document that was stamped earlier', async () => {
    const { documentRef } = await newStamped(api);
    const cancel = () =>
      api.request('POST', `/v1/cfdi/${documentRef}/cancel`, { body: { motive: '02' } });
    await switchTo('not_cancelable');
    expect(issuesOf(await cancel())).toEqual([': no_cancelable']);
    await switchTo(null);
    expect((await cancel()).status).toBe(202);
  });

  it('putSandboxScenario switches on only one scenario at a time', async () => {
    await switchTo('receiver_unknown');
    await switchTo('cancellation_rejected');
    expect(await onIn(api)).toEqual(['cancellation_rejected']);
  });
});

describe('400', () => {
  it('putSandboxScenario accepts only a scenario of the list', async () => {
    expect(issuesOf(await switchTo('stamped_by_hand'))).toEqual(['scenarioId: invalid_value']);
    expect(issuesOf(await switchTo(7))).toEqual(['scenarioId: invalid_type']);
  });
});

describe('403', () => {
  it('putSandboxScenario requires the permission fiscal:manage', async () => {
    const own = await startDocumented();
    const permissions = ['invoices:read'];
    const { apiKey } = await created(own, '/v1/credentials', { name: 'Reader', permissions });
    const answer = await switchTo(null, own.withApiKey(apiKey as string));
    expect(refusalOf(answer)).toBe('403 forbidden insufficient_scope');
  });
});
