import { isNewer, type CallContext } from '@timbre/kit';
import type {
  ContactSource,
  DraftSources,
  EmployeeSource,
} from '../../domain/drafting/draft-sources';
import { customerOf } from '../../domain/drafting/resolve-draft';
import type { Cfdi } from '../../store/cfdi/cfdi';
import { counterpartyColumns } from '../../store/cfdi/cfdi-columns';
import { draftSourcesOf, type CfdiProviders } from './draft-sources';

/**
 * Copies the customer's newer data into an unsealed CFDI. The amounts do not change, because the draft's
 * own data still determine whether prices include IEPS.
 * @returns true if the customer's data were copied
 */
export function renewCustomer(cfdi: Cfdi, contact: ContactSource): boolean {
  if (contact.kind !== 'customer') return false;
  if (!isNewer(contact.version, cfdi.customer?.version)) return false;
  const { iepsTaxpayer } = cfdi.customer ?? {};
  Object.assign(cfdi, counterpartyColumns({ ...customerOf(contact), iepsTaxpayer }));
  return true;
}

/**
 * Copies the employee's name, RFC and postal code into a draft. The wages and the employer in the draft do
 * not change.
 */
function renewEmployee(cfdi: Cfdi, { legalName, rfc, postalCode }: EmployeeSource): void {
  const { payrollSource: source } = cfdi.input;
  if (!source) return;
  const present = { rfc: rfc ?? source.rfc, postalCode: postalCode ?? source.postalCode };
  const payrollSource = { ...source, legalName, ...present };
  cfdi.input = { ...cfdi.input, payrollSource };
  Object.assign(cfdi, counterpartyColumns(null, payrollSource));
}

/**
 * Reads the current receiver of a CFDI that a PAC has refused, because the event about a correction may not
 * have arrived yet. The function calls another service, so it must run outside a transaction.
 * @throws Refusal with provider_unavailable if the service cannot be reached
 */
export const readReceiver = (
  { input }: Pick<Cfdi, 'input'>,
  providers: CfdiProviders,
  context: CallContext,
): Promise<DraftSources> =>
  draftSourcesOf(
    { ...input, items: [], locationId: undefined, payrollSource: undefined },
    providers,
    context,
  );

/**
 * Copies the receiver's current data into the document. If the receiver was deleted, the document does not
 * change.
 */
export function renewReceiver(cfdi: Cfdi, { contacts, employees = [] }: DraftSources): void {
  for (const contact of contacts) renewCustomer(cfdi, contact);
  for (const employee of employees) renewEmployee(cfdi, employee);
}
