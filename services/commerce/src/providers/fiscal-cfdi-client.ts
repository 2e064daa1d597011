import type { CallableRpcs } from '@timbre/contract';
import { Refusal, type ServiceClient } from '@timbre/kit';

export type FiscalCfdiClient = ServiceClient<CallableRpcs<'commerce', 'fiscal-cfdi'>>;

/** Returns the response; undefined if the call was refused as not_found. */
export async function ifFound<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined;
    throw error;
  }
}
