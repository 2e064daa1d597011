import { said, type Issue } from '@timbre/fiscal';
import { z } from 'zod';
import { text } from '../../values';
import { amount } from '../amount';
import { withholdingComplement } from './complement';

const input = z
  .strictObject({
    advancePayments: amount().meta({ description: '`PagProvEfecPorFiduc`.' }),
    yield: amount().meta({ description: '`RendimFideicom`.' }),
    deductions: amount().meta({ description: '`DeduccCorresp`.' }),
    fibraResult: amount().optional().meta({ description: '`MontResFiscDistFibras`.' }),
    otherAmount: amount().optional().meta({ description: '`MontOtrosConceptDistr`.' }),
    otherDescription: text(300).optional().meta({ description: '`DescrMontOtrosConceptDistr`.' }),
  })
  .meta({
    id: 'TrustLeaseInput',
    description:
      'Code 17 (`Arrendamientoenfideicomiso` 1.0). The withheld total of the complement is the total of the taxes.',
  });

/**
 * The complement for leases by a trust. Source: arrendamientoenfideicomiso.xsd and its stylesheet of the
 * SAT, read 2026-11-28.
 */
export const trustLease = withholdingComplement({
  input,
  title: said('Arrendamiento en fideicomiso', 'Lease by a trust'),
  element: {
    name: 'arrendamientoenfideicomiso:Arrendamientoenfideicomiso',
    fixed: { Version: '1.0' },
    attributes: [
      [
        'PagProvEfecPorFiduc',
        'advancePayments',
        said('Pagos provisionales del fiduciario', 'Advance payments of the trustee'),
        'number',
      ],
      [
        'RendimFideicom',
        'yield',
        said('Rendimientos del fideicomiso', 'Yield of the trust'),
        'number',
      ],
      ['DeduccCorresp', 'deductions', said('Deducciones', 'Deductions'), 'number'],
      ['MontTotRet', 'withheld', said('Total retenido', 'Withheld total'), 'number'],
      [
        'MontResFiscDistFibras',
        'fibraResult',
        said('Resultado fiscal distribuido por FIBRAS', 'Taxable result that FIBRAS distribute'),
        'number',
      ],
      [
        'MontOtrosConceptDistr',
        'otherAmount',
        said('Otros conceptos distribuidos', 'Other distributed amounts'),
        'number',
      ],
      [
        'DescrMontOtrosConceptDistr',
        'otherDescription',
        said('Descripción de otros conceptos', 'Description of the other amounts'),
      ],
    ],
  },
  written: (value, { withheld }) => ({ ...value, withheld }),
  issues,
});

/**
 * - trust_other_description_missing: a distributed amount of another kind requires a description
 */
function issues({ otherAmount, otherDescription }: z.output<typeof input>): Issue[] {
  if (otherAmount === undefined || otherDescription !== undefined) return [];
  const message = 'Describe the other distributed amount.';
  return [{ path: ['otherDescription'], code: 'trust_other_description_missing', message }];
}
