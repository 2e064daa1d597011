import type { CfdiKind, Customer, Draft, DraftInput } from './draft';
import type { ContactSource, DraftSources, EmployeeSource } from './draft-sources';
import { resolveLocation } from './draft-location';
import { addressLine, type CalendarDate, type Issue } from '@timbre/fiscal';
import { resolveItems } from '@timbre/items';
import { resolvePaidDocuments } from '../payments/paid-documents';
import { withSatCodes } from '../refusals/sat-codes';
import type { PayrollDetails, PayrollSource } from '../receipts/payroll-input';

export interface Resolved {
  draft: Draft;
  /** Issues for identifiers that do not exist in the organization. */
  missing: Issue[];
  issues: Issue[];
}

/**
 * Builds a draft from an input, with copies of its customer, products and employee.
 * - contact_not_found, employee_unknown: in `missing`
 * - not_a_customer: the contact is a supplier, not a customer
 * - the issues of resolveLocation and resolveItems
 * @param details are the details of the receipt's lines, if payroll sent these details earlier
 */
export function resolveDraft(
  input: DraftInput,
  sources: DraftSources,
  onDate: CalendarDate,
  details?: PayrollDetails,
): Resolved {
  const missing: Issue[] = [];
  const issues: Issue[] = [];
  const customer = resolveCustomer(input, sources, missing, issues);
  const location = resolveLocation(input, sources);
  missing.push(...location.missing);
  issues.push(...location.issues);
  const resolvedItems = resolveItems(input.items, sources.products, onDate);
  missing.push(...resolvedItems.missing);
  issues.push(...resolvedItems.issues);
  const paid = input.complement && resolvePaidDocuments(input.complement, sources.invoices ?? []);
  issues.push(...(paid?.issues ?? []));
  const source = resolveEmployee(input, sources, details, missing);
  const draft = {
    kind: input.kind as CfdiKind,
    input: source ? { ...input, payrollSource: source } : input,
    customer,
    items: resolvedItems.items,
    related: sources.related,
    ...(paid && { paidDocuments: paid.documents }),
  };
  return { draft, missing, issues: withSatCodes(draft.kind, issues) };
}

function resolveCustomer(
  { customerId }: DraftInput,
  { contacts }: DraftSources,
  missing: Issue[],
  issues: Issue[],
): Customer | null {
  if (customerId === undefined) return null;
  const contact = contacts.find((found) => found.contactId === customerId.toLowerCase());
  const path = ['customerId'];
  if (!contact) {
    const message = 'No customer with this identifier exists in your organization.';
    missing.push({ path, code: 'contact_not_found', message });
    return null;
  }
  if (contact.kind !== 'customer') {
    issues.push({ path, code: 'not_a_customer', message: 'This contact is a supplier.' });
  }
  return customerOf(contact);
}

/**
 * Returns the employee to whom a payroll draft refers. A receipt of a payroll run already contains
 * the employee's data. For a client's draft, `employees` contains the employee's data, which were
 * read from payroll.
 */
function resolveEmployee(
  { employeeId, payrollSource }: DraftInput,
  { employees = [] }: DraftSources,
  details: PayrollDetails | undefined,
  missing: Issue[],
): PayrollSource | undefined {
  if (payrollSource || employeeId === undefined) return payrollSource;
  const employee = employees.find((found) => found.employeeId === employeeId.toLowerCase());
  if (employee) return { ...employeeCopy(employee), ...(details && { details }) };
  const message = 'No employee with this identifier exists in your organization.';
  missing.push({ path: ['employeeId'], code: 'employee_unknown', message });
  return undefined;
}

/**
 * Copies the employee's data into the draft. A missing RFC or postal code becomes an empty text,
 * which the rules of the document refuse.
 */
function employeeCopy({ employeeId: _, ...source }: EmployeeSource): PayrollSource {
  return { ...source, rfc: source.rfc ?? '', postalCode: source.postalCode ?? '' };
}

/** Returns the copy of a contact's data that a document stores. */
export function customerOf({ contactId, version, fields = {} }: ContactSource): Customer {
  const { legalName = '', address, rfc, taxSystem, cfdiUse } = fields;
  const { publicBody, iepsTaxpayer, taxResidence, foreignTaxId } = fields;
  const { documentLanguage, addendaTemplate } = fields;
  return {
    customerId: contactId,
    version,
    legalName,
    rfc,
    taxSystem,
    postalCode: address?.postalCode,
    address: address && addressLine(address),
    cfdiUse,
    publicBody,
    iepsTaxpayer,
    taxResidence,
    foreignTaxId,
    documentLanguage,
    addendaTemplate,
  };
}
