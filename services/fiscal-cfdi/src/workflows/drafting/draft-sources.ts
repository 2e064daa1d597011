import type { commerce, payroll } from '@timbre/contract';
import { invalid, type CallContext, type ServiceClient } from '@timbre/kit';
import type { DraftInput } from '../../domain/drafting/draft';
import type { DraftSources } from '../../domain/drafting/draft-sources';

/** The services that own the customers, products and employees of drafts. */
export interface CfdiProviders {
  commerce: Pick<ServiceClient<typeof commerce.CommerceService>, 'resolveDraftSources'>;
  payroll: Pick<ServiceClient<typeof payroll.PayrollService>, 'resolveEmployees'>;
}

/**
 * Reads the customers, products and employee of a draft from their services. It calls other
 * services, so it runs before the command's first read.
 * @throws Refusal provider_unavailable when a service cannot be reached
 */
export async function draftSourcesOf(
  input: DraftInput,
  { commerce, payroll }: CfdiProviders,
  context: CallContext,
): Promise<DraftSources> {
  const { employeeId, payrollSource } = input;
  // Payroll sends its own receipts complete, so this service does not call it back.
  if (employeeId !== undefined && !payrollSource) {
    const { employees } = await payroll.resolveEmployees({ employeeIds: [employeeId] }, context);
    return { contacts: [], products: [], employees };
  }
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
