import type { commerce } from '@timbre/contract';
import { invalid, type CallContext, type ServiceClient } from '@timbre/kit';
import type { DraftInput } from '../domain/draft';
import type { DraftSources } from '../domain/draft-sources';

/** What drafts need of commerce. */
export interface CfdiProviders {
  commerce: Pick<ServiceClient<typeof commerce.CommerceService>, 'resolveDraftSources'>;
}

/**
 * What a draft names, as commerce has it now. A call outside: before the command's first read.
 * @throws Refusal provider_unavailable when commerce cannot be reached
 */
export async function draftSourcesOf(
  input: DraftInput,
  { commerce }: CfdiProviders,
  context: CallContext,
): Promise<DraftSources> {
  const contactIds = input.customerId === undefined ? [] : [input.customerId];
  const productIds = [...new Set(input.items.flatMap(({ productId }) => productId ?? []))];
  if (contactIds.length + productIds.length === 0) return { contacts: [], products: [] };
  return commerce.resolveDraftSources({ contactIds, productIds }, context);
}

/** @throws Refusal validation_error for a request without a draft */
export function inputOf({ input }: { input?: DraftInput | undefined }): DraftInput {
  if (input) return input;
  throw invalid([{ path: [], code: 'input_missing', message: 'A draft is required.' }]);
}
