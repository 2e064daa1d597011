import { Decimal } from '@timbre/fiscal';
import { invoiceRefusal, statusOf, type Claim, type Invoiceable } from './receipt-claims';

const sale = (kind: Claim['kind'], state: Claim['state']): Claim => ({ slot: 'sale', kind, state });
const after = (state: Claim['state']): Claim => ({ slot: 'after_global', kind: 'invoice', state });

it.each([
  ['open', []],
  ['open', [sale('global', 'claimed')]],
  ['open', [sale('invoice', 'claimed')]],
  ['invoiced', [sale('invoice', 'in_force')]],
  ['global_invoiced', [sale('global', 'in_force')]],
  ['global_invoiced', [sale('global', 'in_force'), after('claimed')]],
  // The invoice was stamped first, so the global invoice counts until its credit note is stamped.
  ['global_invoiced', [sale('global', 'in_force'), after('in_force')]],
  ['global_invoiced', [sale('global', 'credited'), after('claimed')]],
  ['invoiced', [sale('global', 'credited'), after('in_force')]],
  // The invoice was not stamped after the credit note was stamped.
  ['open', [sale('global', 'credited')]],
])('claims of documents make a receipt %s', (status, claims) => {
  expect(statusOf(claims)).toBe(status);
});

const receipt: Invoiceable = {
  folio: 'A-1',
  status: 'open',
  saleType: 'paid',
  left: Decimal.one,
  claims: [],
};
const reason = (changes: Partial<Invoiceable>) =>
  invoiceRefusal({ ...receipt, ...changes })?.reason;

it('a receipt can be invoiced while it is open or in a global invoice, but not while a draft includes it', () => {
  expect(reason({})).toBeUndefined();
  const global = [sale('global', 'in_force')];
  expect(reason({ status: 'global_invoiced', claims: global })).toBeUndefined();
  expect(reason({ status: 'global_invoiced', claims: [...global, after('claimed')] })).toBe(
    'being_invoiced',
  );
  expect(reason({ claims: [sale('global', 'claimed')] })).toBe('being_invoiced');
  expect(reason({ status: 'invoiced', claims: [sale('invoice', 'in_force')] })).toBe(
    'already_invoiced',
  );
  expect(reason({ status: 'canceled' })).toBe('receipt_canceled');
  expect(reason({ left: Decimal.zero })).toBe('nothing_to_invoice');
  expect(reason({ saleType: 'courtesy' })).toBe('nothing_to_invoice');
});
