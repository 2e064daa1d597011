import type { CfdiKind, Customer, Draft, DraftInput, DraftItem, ItemInput } from './draft';
import type { ContactSource, DraftSources, EmployeeSource, ProductSource } from './draft-sources';
import type { Issue } from '@timbre/fiscal';
import { itemTax } from './item-tax';
import { resolvePaidDocuments } from '../payments/paid-documents';
import type { PayrollDetails, PayrollSource } from '../receipts/payroll-input';

export interface Resolved {
  draft: Draft;
  /** Identifiers that do not exist in the organization. */
  missing: Issue[];
  issues: Issue[];
}

/**
 * The draft of an input with copies of the customer, the products and the employee it names.
 * @param details of the lines of a receipt, where payroll has said them before
 * - contact_not_found, product_not_found, employee_unknown: in `missing`
 * - not_a_customer: the contact is a supplier
 * - product_archived: the product is not sold any more
 * - product_sat_codes_missing: the product has no SAT product key or unit
 * - tax_rate_not_allowed: the rate contradicts the taxability
 * - item_kind_unknown
 */
export function resolveDraft(
  input: DraftInput,
  sources: DraftSources,
  details?: PayrollDetails,
): Resolved {
  const missing: Issue[] = [];
  const issues: Issue[] = [];
  const customer = resolveCustomer(input, sources, missing, issues);
  const products = new Map(sources.products.map((product) => [product.productId, product]));
  const items = input.items.map((item, index) => {
    const path = ['items', index];
    if (item.kind === 'custom') return resolveItem(item, undefined, path, issues);
    const product = products.get((item.productId ?? '').toLowerCase());
    if (item.kind !== 'product') {
      const message = 'The kind of an item must be product or custom.';
      issues.push({ path: [...path, 'kind'], code: 'item_kind_unknown', message });
    } else if (!product) {
      const message = 'No product with this identifier exists in your organization.';
      missing.push({ path: [...path, 'productId'], code: 'product_not_found', message });
    }
    return resolveItem(item, product, path, issues);
  });
  const paid = input.complement && resolvePaidDocuments(input.complement, sources.invoices ?? []);
  issues.push(...(paid?.issues ?? []));
  const source = resolveEmployee(input, sources, details, missing);
  const draft = {
    kind: input.kind as CfdiKind,
    input: source ? { ...input, payrollSource: source } : input,
    customer,
    items,
    ...(paid && { paidDocuments: paid.documents }),
  };
  return { draft, missing, issues };
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
 * Payroll's own receipts contain the employee; a client's draft uses the employee read from
 * payroll.
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

/** Missing data is empty text here; the rules of the document refuse it. */
function employeeCopy({ employeeId: _, ...source }: EmployeeSource): PayrollSource {
  return { ...source, rfc: source.rfc ?? '', postalCode: source.postalCode ?? '' };
}

/** The copy of a contact in a document. */
export function customerOf({ contactId, version, fields = {} }: ContactSource): Customer {
  const { legalName = '', rfc, taxSystem, cfdiUse, address } = fields;
  const postalCode = address?.postalCode;
  return { customerId: contactId, version, legalName, rfc, taxSystem, postalCode, cfdiUse };
}

function resolveItem(
  input: ItemInput,
  product: ProductSource | undefined,
  path: (string | number)[],
  issues: Issue[],
): DraftItem {
  const fields = product?.fields ?? input;
  const tax = itemTax(fields.taxability, fields.taxRate);
  const at = (field: string) => [...path, product ? 'productId' : field];
  if (!tax) {
    const message = 'The tax rate contradicts the taxability: above 0 is standard, 0 is zero.';
    issues.push({ path: at('taxRate'), code: 'tax_rate_not_allowed', message });
  }
  if (product && !(product.fields?.satProductCode && product.fields.satUnitCode)) {
    const message = 'The product has no SAT product key or no SAT unit.';
    issues.push({ path: at('productId'), code: 'product_sat_codes_missing', message });
  }
  if (product && !product.active) {
    const message = 'The product is archived.';
    issues.push({ path: at('productId'), code: 'product_archived', message });
  }
  return {
    kind: input.kind === 'product' ? 'product' : 'custom',
    productId: product?.productId,
    productVersion: product?.version,
    sku: product?.fields?.sku ?? product?.fields?.code,
    description: fields.description ?? '',
    satProductCode: fields.satProductCode ?? '',
    satUnitCode: fields.satUnitCode ?? '',
    quantity: input.quantity,
    unitPrice: input.unitPrice,
    discount: input.discount,
    taxIncluded: input.taxIncluded ?? product?.fields?.taxIncluded,
    ...(tax ?? { taxability: 'standard' }),
  };
}
