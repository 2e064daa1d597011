import type { WithholdingInput } from '../src/domain/withholdings/withholding';

/**
 * Returns a withholding input without issues. Its amounts are chosen so that floating-point numbers cannot
 * add them exactly.
 */
export const sampleWithholding = (changes: Partial<WithholdingInput> = {}): WithholdingInput => ({
  withholdingCode: '01',
  receiver: {
    kind: 'national',
    rfc: 'MISC491214B86',
    legalName: 'Cecilia Miranda  Sánchez',
    postalCode: '01010',
  },
  period: { startMonth: 1, endMonth: 10, year: 2026 },
  totals: { taxable: '0.1', exempt: '0.2' },
  taxes: [
    { type: 'ISR', base: '0.1', amount: '0.1', paymentType: '04' },
    { amount: '0.2', paymentType: '01' },
  ],
  ...changes,
});
