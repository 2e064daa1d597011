import { said, type Issue } from '@timbre/fiscal';
import { z } from 'zod';
import { curp } from '../../employees';
import { rfc, satCode, shape, text } from '../../values';
import { withholdingComplement } from './complement';

const paid = {
  concept: satCode('c_TipoContribuyenteSujetoRetencion').meta({
    description: 'Kind of receiver (`ConceptoPago`).',
  }),
  description: text(255).meta({ description: '`DescripcionConcepto`.' }),
};

const input = z
  .strictObject({
    resident: z
      .strictObject({
        country: satCode('retenciones20.c_Pais').meta({
          // The schema has a different name, because `SatPais` is the schema of c_Pais in invoices.
          ...shape('SatPaisRetenciones'),
          description:
            'Tax residence of the receiver, who is not the beneficial owner (`PaisDeResidParaEfecFisc`).',
          example: 'US',
        }),
        ...paid,
      })
      .optional()
      .meta({ description: '`NoBeneficiario`.' }),
    beneficialOwner: z
      .strictObject({ rfc, curp, legalName: text(300), ...paid })
      .optional()
      .meta({ description: '`Beneficiario`.' }),
  })
  .meta({
    id: 'ForeignPaymentsInput',
    description:
      'Code 18, and 01, 02, 04 and 05 for a foreign receiver (`Pagosaextranjeros` 1.0). Give one of them.',
  });

const paidAttributes = [
  [
    'ConceptoPago',
    'concept',
    said('Concepto de pago', 'Concept of the payment'),
    'c_TipoContribuyenteSujetoRetencion',
  ],
  ['DescripcionConcepto', 'description', said('Descripción', 'Description')],
] as const;

/**
 * The complement for payments abroad. Source: pagosaextranjeros.xsd and its stylesheet of the SAT,
 * read 2026-11-28.
 */
export const foreignPayments = withholdingComplement({
  input,
  title: said('Pagos a extranjeros', 'Payments abroad'),
  element: {
    name: 'pagosaextranjeros:Pagosaextranjeros',
    fixed: { Version: '1.0' },
    attributes: [
      [
        'EsBenefEfectDelCobro',
        'isBeneficialOwner',
        said('Beneficiario efectivo del cobro', 'Beneficial owner'),
        'yes_no',
      ],
    ],
    children: [
      {
        field: 'resident',
        element: {
          name: 'pagosaextranjeros:NoBeneficiario',
          attributes: [
            [
              'PaisDeResidParaEfecFisc',
              'country',
              said('País de residencia fiscal', 'Country of tax residence'),
              'retenciones20.c_Pais',
            ],
            ...paidAttributes,
          ],
        },
      },
      {
        field: 'beneficialOwner',
        element: {
          name: 'pagosaextranjeros:Beneficiario',
          attributes: [
            ['RFC', 'rfc', said('RFC', 'RFC')],
            ['CURP', 'curp', said('CURP', 'CURP')],
            ['NomDenRazSocB', 'legalName', said('Nombre o razón social', 'Legal name')],
            ...paidAttributes,
          ],
        },
      },
    ],
  },
  written: (value) => ({ ...value, isBeneficialOwner: value.beneficialOwner !== undefined }),
  issues,
});

/**
 * - foreign_payment_party_missing: the request must contain either the resident or the beneficial owner, but
 *   contains neither
 * - foreign_payment_party_repeated: the request must contain either the resident or the beneficial owner, but
 *   contains both
 */
function issues({ resident, beneficialOwner }: z.output<typeof input>): Issue[] {
  const found: Issue[] = [];
  if (!resident && !beneficialOwner) {
    const message = 'Give the `beneficialOwner`, or else the `resident` that is paid.';
    found.push({ path: [], code: 'foreign_payment_party_missing', message });
  } else if (resident && beneficialOwner) {
    const message = 'Give either the `resident` or the `beneficialOwner`.';
    found.push({ path: ['resident'], code: 'foreign_payment_party_repeated', message });
  }
  return found;
}
