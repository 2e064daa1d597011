import { created, customItem, incomeInput, newCustomer, type Api } from '@timbre/testkit/client';
import { inFlight, type Client } from './clients';
import type { Stamp, System } from './system';

/**
 * A draft whose total is unique in the deployment. Tests find the document at the PACs by this
 * total.
 */
export interface Document {
  api: Client;
  documentRef: string;
  total: string;
  /** Whether the PAC is expected to reject the document. */
  isRefused: boolean;
}

let last = 0;

/**
 * Returns a total that no document has used yet. The totals that trigger simulator scenarios are
 * much higher.
 */
export const nextTotal = (): string => ((100_000 + (last += 1)) / 100).toFixed(2);

/**
 * Returns the single exempt line of a draft. The price of the line equals the total of the
 * document.
 */
export const documentItem = (total: string) => ({
  ...customItem,
  taxability: 'exempt',
  taxRate: undefined,
  quantity: 1,
  unitPrice: Number(total),
});

/** Drafts an income document with the given total; the default is a unique total. */
async function newDocument(api: Client, customerId: string, magic?: string): Promise<Document> {
  const total = magic ?? nextTotal();
  const input = incomeInput(customerId, { items: [documentItem(total)] });
  const { documentRef } = await created(api, '/v1/cfdi', input);
  return { api, documentRef: documentRef as string, total, isRefused: magic !== undefined };
}

/** Returns the total that triggers a published scenario of the simulated PAC. */
async function magicTotal(api: Api, scenario: string): Promise<string> {
  const { json } = await api.request('GET', '/v1/sandbox/scenarios');
  const found = (json.data as { id: string; trigger: { total: string } }[]).find(
    ({ id }) => id === scenario,
  );
  return found!.trigger.total;
}

/**
 * Creates drafts, distributed over the organizations. The PACs reject one of every `refusedEvery`
 * drafts.
 */
export async function newDocuments(
  apis: Client[],
  count: number,
  refusedEvery = Infinity,
): Promise<Document[]> {
  const refused = await magicTotal(apis[0]!, 'receiver_name_refused');
  const customers = await Promise.all(apis.map((api) => newCustomer(api)));
  return inFlight(8, Array.from({ length: count }), (_, index) => {
    const [api, customer] = [apis[index % apis.length]!, customers[index % apis.length]!];
    const isRefused = index % refusedEvery === refusedEvery - 1;
    return newDocument(api, customer, isRefused ? refused : undefined);
  });
}

/** The state of a document in Timbre's database and at the PACs. */
export interface Reconciled extends Document {
  shown: { status: string; uuid?: string; series?: string; folio?: string };
  stamps: Stamp[];
}

export async function reconcile(system: System, documents: Document[]): Promise<Reconciled[]> {
  const byTotal = Map.groupBy(await system.stamps(), ({ total }) => Number(total).toFixed(2));
  return inFlight(16, documents, async (document) => {
    const { json } = await document.api.request('GET', `/v1/cfdi/${document.documentRef}`);
    return { ...document, shown: json.data, stamps: byTotal.get(document.total) ?? [] };
  });
}

/**
 * Returns violations of two rules: a document has exactly one stamp, which Timbre shows; a rejected
 * document has no stamp and remains a draft.
 */
export function notExactlyOnce(documents: Reconciled[]): string[] {
  return documents.flatMap(({ documentRef, isRefused, shown, stamps }) => {
    const found = `${documentRef} is ${shown.status} with ${stamps.length} stamps`;
    if (isRefused) return shown.status === 'draft' && stamps.length === 0 ? [] : [found];
    if (shown.status !== 'valid' || stamps.length !== 1) return [found];
    return stamps[0]!.uuid === shown.uuid ? [] : [`${documentRef} shows another UUID than its PAC`];
  });
}
