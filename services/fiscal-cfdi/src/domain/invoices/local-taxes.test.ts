import { validateComprobante } from '@timbre/cfdi';
import { codesOf, readBack, sampleDraft, sampleProfile, today } from '../../../test/sample-draft';
import { comprobanteOf } from '../drafting/comprobante-of';
import type { DraftInput, LocalTaxInput } from '../drafting/draft';
import { judgeDraftOn } from '../drafting/draft-issues';
import { documentTaxes } from '../drafting/document-taxes';

const lodging: LocalTaxInput = { kind: 'transferred', name: 'ISH', rate: '3' };
const draft = (...taxes: LocalTaxInput[]) =>
  sampleDraft('income', {
    cfdiUse: 'G03',
    payment: { timing: 'single_payment', formCode: '03' },
    localTaxes: { taxes },
  } as Partial<DraftInput>);

describe('local taxes', () => {
  it('transferred local taxes raise the total and withheld local taxes lower the total, on the subtotal or on a given base', () => {
    const taxes = [
      lodging,
      { ...lodging, name: 'ISH cuarto', rate: '3.5', base: '100' },
      { kind: 'withheld', name: '5 AL MILLAR', rate: '0.5' },
    ];
    const document = comprobanteOf(draft(...taxes), sampleProfile, { fecha: `${today}T10:00:00` });
    expect(validateComprobante(document)).toEqual([]);
    const read = readBack(document);
    // The expected total is 201.00 + 32.16 of IVA + 6.03 + 3.50 - 1.01.
    expect(String(read.total)).toBe('241.68');
    expect(documentTaxes(read).local).toEqual([
      { kind: 'transferred', name: 'ISH', rate: '3.00', amount: '6.03' },
      { kind: 'transferred', name: 'ISH cuarto', rate: '3.50', amount: '3.50' },
      { kind: 'withheld', name: '5 AL MILLAR', rate: '0.50', amount: '1.01' },
    ]);
  });

  it('a local tax with a base above the subtotal causes a warning', () => {
    const judge = (base: string) =>
      judgeDraftOn(draft({ ...lodging, base }), sampleProfile, today).warnings ?? [];
    expect(judge('201')).toEqual([]);
    expect(codesOf(judge('201.01'))).toEqual(['localTaxes.0.base local_tax_base_above_subtotal']);
  });

  it('local taxes are refused at their paths if they withhold more than the amount to pay', () => {
    const withheld = { ...lodging, kind: 'withheld', rate: '100' };
    expect(codesOf(judgeDraftOn(draft(lodging, withheld), sampleProfile, today).issues)).toEqual(
      [],
    );
    const twice = draft(lodging, withheld, withheld);
    expect(codesOf(judgeDraftOn(twice, sampleProfile, today).issues)).toEqual([
      'localTaxes.1 local_taxes_above_total',
      'localTaxes.2 local_taxes_above_total',
    ]);
  });

  it.each<[string, Partial<LocalTaxInput>]>([
    ['kind local_tax_kind_unknown', { kind: 'both' }],
    ['name text_invalid', { name: 'I|H' }],
    ['name text_invalid', { name: 'x'.repeat(101) }],
    ['rate too_small', { rate: '0' }],
    ['rate too_large', { rate: '100.01' }],
    ['rate too_many_decimals', { rate: '3.125' }],
    ['base too_small', { base: '0' }],
  ])('local taxes are refused for %s', (code, change) => {
    const issues = judgeDraftOn(draft({ ...lodging, ...change }), sampleProfile, today).issues;
    expect(codesOf(issues)).toEqual([`localTaxes.0.${code}`]);
  });
});
