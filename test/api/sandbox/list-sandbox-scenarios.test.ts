import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

interface Scenario {
  id: string;
  title: string;
  happens: string;
  expect: string;
  trigger: { receiverRfc: string[]; total: string };
}

describe('200', () => {
  it('listSandboxScenarios returns unique magic values', async () => {
    const { status, json } = await api.request('GET', '/v1/sandbox/scenarios');
    expect(status).toBe(200);
    const scenarios = json.data as Scenario[];
    expect(scenarios.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['answer_lost', 'too_old', 'receiver_unknown', 'account_suspended']),
    );
    const values = scenarios.flatMap(({ id, trigger }) => [
      id,
      trigger.total,
      ...trigger.receiverRfc,
    ]);
    expect(new Set(values).size).toBe(values.length);
    for (const scenario of scenarios) {
      expect(scenario.happens.length).toBeGreaterThan(20);
      expect(scenario.expect.length).toBeGreaterThan(20);
    }
  });
});
