import type { DraftInput } from './draft';
import type { ContactSource } from './draft-sources';
import type { ProductSource } from '@timbre/items';
import { resolveDraft } from './resolve-draft';

const contact: ContactSource = {
  contactId: 'c1',
  version: 4,
  kind: 'customer',
  fields: {
    legalName: 'Ñandú',
    rfc: 'URE180429TM6',
    address: { postalCode: '86991' },
    publicBody: 'federation',
    iepsTaxpayer: true,
    taxResidence: 'USA',
    foreignTaxId: '123456789',
  },
};
const product: ProductSource = {
  productId: 'p1',
  version: 2,
  active: true,
  fields: {
    description: 'Silla',
    sku: 'S-1',
    taxIncluded: true,
    taxability: 'exempt',
    satProductCode: '56101504',
    satUnitCode: 'H87',
  },
};
const input: DraftInput = {
  kind: 'income',
  customerId: 'c1',
  items: [{ kind: 'product', productId: 'p1', quantity: '1', unitPrice: '10' }],
};
const day = '2026-11-26';
const sources = { contacts: [contact], products: [product] };
const codes = (issues: { path: unknown[]; code: string }[]) =>
  issues.map(({ path, code }) => `${path.join('.')} ${code}`);

describe('resolveDraft', () => {
  it('resolveDraft copies the customer and product data that the document needs', () => {
    const { draft, missing, issues } = resolveDraft(input, sources, day);
    expect([missing, issues]).toEqual([[], []]);
    expect(draft.customer).toEqual({
      customerId: 'c1',
      version: 4,
      legalName: 'Ñandú',
      rfc: 'URE180429TM6',
      postalCode: '86991',
      publicBody: 'federation',
      iepsTaxpayer: true,
      taxResidence: 'USA',
      foreignTaxId: '123456789',
    });
    expect(draft.items).toEqual([
      {
        kind: 'product',
        productId: 'p1',
        productVersion: 2,
        sku: 'S-1',
        description: 'Silla',
        satProductCode: '56101504',
        satUnitCode: 'H87',
        quantity: '1',
        unitPrice: '10',
        taxIncluded: true,
        taxability: 'exempt',
      },
    ]);
  });

  it("resolveDraft uses the item's taxIncluded if it differs from the product's taxIncluded", () => {
    const items = [{ ...input.items[0]!, taxIncluded: false }];
    expect(resolveDraft({ ...input, items }, sources, day).draft.items[0]?.taxIncluded).toBe(false);
  });

  it('resolveDraft finds records by identifiers in upper or lower case', () => {
    const items = [{ ...input.items[0]!, productId: 'P1' }];
    const { draft, missing } = resolveDraft({ ...input, customerId: 'C1', items }, sources, day);
    expect(missing).toEqual([]);
    expect([draft.customer?.customerId, draft.items[0]?.productId]).toEqual(['c1', 'p1']);
  });

  it("resolveDraft copies the employee's data and keeps the line details of the draft", () => {
    const payroll = { kind: 'payroll', employeeId: 'E1', items: [] };
    const employees = [{ employeeId: 'e1', legalName: 'Ana', employerRegistration: 'B55' }];
    const details = { earningTexts: [] } as never;
    const { draft, missing } = resolveDraft(payroll, { ...sources, employees }, day, details);
    expect(missing).toEqual([]);
    const source = { legalName: 'Ana', rfc: '', postalCode: '', employerRegistration: 'B55' };
    expect(draft.input.payrollSource).toEqual({ ...source, details });
    const said = { ...payroll, payrollSource: { legalName: 'Eva', rfc: 'R', postalCode: '1' } };
    expect(resolveDraft(said, sources, day, details).draft.input).toEqual(said);
    expect(codes(resolveDraft(payroll, sources, day).missing)).toEqual([
      'employeeId employee_unknown',
    ]);
  });

  it('resolveDraft reports every unknown identifier', () => {
    const { missing } = resolveDraft(input, { contacts: [], products: [] }, day);
    expect(codes(missing)).toEqual([
      'customerId contact_not_found',
      'items.0.productId product_not_found',
    ]);
  });

  it('resolveDraft lists the reasons why a contact and a product cannot be used', () => {
    const archived = {
      ...product,
      active: false,
      fields: { description: 'Silla', taxability: 'zero', taxRate: '0.16' },
    };
    const { issues } = resolveDraft(
      { ...input, items: [...input.items, { kind: 'gift', quantity: '1', unitPrice: '1' }] },
      { contacts: [{ ...contact, kind: 'supplier' }], products: [archived] },
      day,
    );
    expect(codes(issues)).toEqual([
      'customerId not_a_customer',
      'items.0.productId tax_rate_not_allowed',
      'items.0.productId product_archived',
      'items.1.kind item_kind_unknown',
    ]);
  });
});
