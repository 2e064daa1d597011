import { incomeInput, newCustomer, type ApiResponse } from '@timbre/testkit/client';
import type { Client } from './clients';
import { documentItem, nextTotal } from './documents';
import type { System } from './system';

/** Another organization that sends requests during a run. Each of its requests must succeed. */
export interface Bystander {
  /** Drafts, stamps, reads and lists a document. */
  work(): Promise<void>;
  /** The number of requests. */
  requests(): number;
  /** The requests that failed, and the documents that differ from the written ones. */
  violations: string[];
}

export async function newBystander(system: System): Promise<Bystander> {
  const api: Client = await system.issuer();
  const customerId = await newCustomer(api);
  const violations: string[] = [];
  let requests = 0;
  const ask = async (method: string, path: string, body?: object): Promise<ApiResponse['json']> => {
    requests += 1;
    const answer = await api.once(method, path, { body }).catch((error: unknown) => String(error));
    if (typeof answer !== 'string' && answer.status < 300) return answer.json;
    const told = typeof answer === 'string' ? answer : `${answer.status} ${answer.bytes}`;
    violations.push(`the second organization: ${method} ${path}: ${told.slice(0, 300)}`);
    return undefined;
  };
  return {
    violations,
    requests: () => requests,
    async work() {
      const total = nextTotal();
      const input = incomeInput(customerId, { items: [documentItem(total)] });
      const draft = await ask('POST', '/v1/cfdi', input);
      if (!draft) return;
      const { documentRef } = draft.data as { documentRef: string };
      await ask('POST', `/v1/cfdi/${documentRef}/stamp`);
      const shown = (await ask('GET', `/v1/cfdi/${documentRef}`))?.data;
      if (shown && (shown.status !== 'valid' || shown.total.amount !== Number(total)))
        violations.push(
          `the second organization: ${documentRef} is ${JSON.stringify(shown.total)}`,
        );
      await ask('GET', '/v1/cfdi?limit=5');
    },
  };
}
