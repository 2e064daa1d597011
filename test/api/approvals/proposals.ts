import { created, newDraft, type Api, type ApiResponse } from '@timbre/testkit/client';

/** Creates a key whose actions need an approval, and returns a client with that key. */
export async function proposerOf(
  api: Api,
  permissions = ['invoices:read', 'invoices:manage', 'approvals:read', 'approvals:manage'],
  limits: object = {},
): Promise<Api> {
  const body = { name: 'Agent', permissions, limits: { requiresApproval: true, ...limits } };
  const { apiKey } = await created(api, '/v1/credentials', body);
  return api.withApiKey(apiKey as string);
}

export const stamping = (by: Api, documentRef: string, key?: string): Promise<ApiResponse> =>
  by.request('POST', `/v1/cfdi/${documentRef}/stamp`, {
    ...(key && { headers: { 'idempotency-key': key } }),
  });

/** Creates a proposal of an agent to stamp a new draft. */
export async function proposal(
  api: Api,
  agent: Api,
): Promise<{ approvalId: string; documentRef: string; key: string }> {
  const documentRef = await newDraft(api);
  const key = `stamp ${documentRef}`;
  const { status, json } = await stamping(agent, documentRef, key);
  if (status !== 202) throw new Error(`${status} ${JSON.stringify(json)}`);
  return { approvalId: json.data.approvalId as string, documentRef, key };
}
