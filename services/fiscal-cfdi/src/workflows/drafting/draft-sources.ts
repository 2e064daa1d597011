import type { commerce, fiscalCfdi, CallableRpcs } from '@timbre/contract';
import type { ItemComplements } from '@timbre/items';
import { invalid, type CallContext, type ServiceClient } from '@timbre/kit';
import type { DraftInput } from '../../domain/drafting/draft';
import { requirePayrollPermission } from '../documents/payroll-permission';
import type { DraftSources } from '../../domain/drafting/draft-sources';

/** The services from which the customers, products and employees of drafts are read. */
export interface CfdiProviders {
  commerce: Pick<ServiceClient<CallableRpcs<'fiscal-cfdi', 'commerce'>>, 'resolveDraftSources'>;
  payroll: Pick<ServiceClient<CallableRpcs<'fiscal-cfdi', 'payroll'>>, 'resolveEmployees'>;
}

/**
 * Reads the customers, products and employee of a draft from other services. The function calls other
 * services, so it must run before the command's first query.
 * @throws Refusal with provider_unavailable if a service cannot be reached, or with forbidden
 * (permission_not_held)
 */
export async function draftSourcesOf(
  input: DraftInput,
  { commerce, payroll }: CfdiProviders,
  context: CallContext,
  { withPrices = false } = {},
): Promise<DraftSources> {
  requirePayrollPermission(context, input.kind);
  const { employeeId, payrollSource } = input;
  // A receipt that payroll sends already contains the employee's data, so payroll is not called.
  if (employeeId !== undefined && !payrollSource) {
    const { employees } = await payroll.resolveEmployees({ employeeIds: [employeeId] }, context);
    return { contacts: [], products: [], employees };
  }
  const contactIds = input.customerId === undefined ? [] : [input.customerId];
  const productIds = [...new Set(input.items.flatMap(({ productId }) => productId ?? []))];
  const locationIds = input.locationId === undefined ? [] : [input.locationId];
  const named = contactIds.length + productIds.length + locationIds.length;
  if (named === 0) return { contacts: [], products: [] };
  const prices = withPrices ? pricesAskedFor(input) : undefined;
  return commerce.resolveDraftSources({ contactIds, productIds, locationIds, prices }, context);
}

function pricesAskedFor({ items, customerId, locationId }: DraftInput): commerce.DraftPrices {
  const sold = items.flatMap(({ productId, quantity }) =>
    productId === undefined ? [] : [{ productId, quantity }],
  );
  return { items: sold, customerId, locationId };
}

/** @throws Refusal with validation_error if the request contains no draft */
export function inputOf({ input }: { input?: fiscalCfdi.CfdiInput | undefined }): DraftInput {
  if (input) return { ...withComplements(input), items: input.items.map(withComplements) };
  throw invalid([{ path: [], code: 'input_missing', message: 'A draft is required.' }]);
}

/** Parses the complements, which a request contains as one JSON text. */
export function withComplements<Message extends { complementsJson?: string | undefined }>({
  complementsJson,
  ...fields
}: Message) {
  if (complementsJson === undefined) return fields;
  return { ...fields, complements: JSON.parse(complementsJson) as ItemComplements };
}
