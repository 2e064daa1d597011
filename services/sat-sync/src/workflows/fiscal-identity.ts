import type { CallableRpcs } from '@timbre/contract';
import { conflict, Refusal, withoutKey, type CallContext, type ServiceClient } from '@timbre/kit';

export interface FiscalProviders {
  fiscalCfdi: Pick<
    ServiceClient<CallableRpcs<'sat-sync', 'fiscal-cfdi'>>,
    'getFiscalProfile' | 'listCertificates'
  >;
}

type Body<T> = { data: T };
const parsed = <T>(body: Uint8Array) => (JSON.parse(Buffer.from(body).toString()) as Body<T>).data;

/**
 * Reads the RFC in the organization's fiscal profile.
 * @throws Refusal conflict fiscal_profile_missing if the organization has no fiscal profile
 */
export async function rfcOf(
  context: CallContext,
  { fiscalCfdi }: FiscalProviders,
): Promise<string> {
  const asked = fiscalCfdi.getFiscalProfile({}, withoutKey(context));
  const { body } = await asked.catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
    throw conflict('Set the fiscal profile first.', 'fiscal_profile_missing');
  });
  return parsed<{ rfc: string }>(body).rfc;
}

/**
 * Checks that the organization has an active FIEL.
 * @throws Refusal conflict fiel_missing if the organization has no active FIEL
 */
export async function requireFiel(
  context: CallContext,
  { fiscalCfdi }: FiscalProviders,
): Promise<void> {
  const request = { kind: 'fiel', page: { limit: 50 } };
  const { body } = await fiscalCfdi.listCertificates(request, withoutKey(context));
  const fiels = parsed<{ status: string }[]>(body);
  if (fiels.some(({ status }) => status === 'active')) return;
  throw conflict('There is no active FIEL; upload one, or import files.', 'fiel_missing');
}
