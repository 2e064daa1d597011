import { said, type Issue } from '@timbre/fiscal';
import { z } from 'zod';
import { satCode } from '../../values';
import { amount } from '../amount';
import { proportion, withholdingComplement } from './complement';

/**
 * The required part of the complement for each code of c_CveRetenc: 14 is for distributed dividends or
 * profits, 15 is for the remainder of a non-profit entity.
 */
const partOfCode: Readonly<Record<string, 'distributed' | 'remainder'>> = {
  '14': 'distributed',
  '15': 'remainder',
};

const distributed = z.strictObject({
  type: satCode('c_TipoDividendoOUtilidadDistribuida').meta({
    description: 'Source of the dividend (`CveTipDivOUtil`).',
  }),
  creditableIsrMexico: amount().meta({ description: '`MontISRAcredRetMexico`.' }),
  creditableIsrAbroad: amount().meta({ description: '`MontISRAcredRetExtranjero`.' }),
  withheldAbroad: amount().optional().meta({ description: '`MontRetExtDivExt`.' }),
  company: z
    .enum(['Sociedad Nacional', 'Sociedad Extranjera'])
    .meta({ description: '`TipoSocDistrDiv`.' }),
  nationalCreditableIsr: amount().optional().meta({ description: '`MontISRAcredNal`.' }),
  nationalDividend: amount().optional().meta({ description: '`MontDivAcumNal`.' }),
  foreignDividend: amount().optional().meta({ description: '`MontDivAcumExt`.' }),
});

const input = z
  .strictObject({
    distributed: distributed.optional().meta({ description: 'Of code 14 (`DividOUtil`).' }),
    remainder: z
      .strictObject({
        proportion: proportion().optional().meta({ description: '`ProporcionRem`.' }),
      })
      .optional()
      .meta({ description: 'Of code 15 (`Remanente`).' }),
  })
  .meta({ id: 'DividendsInput', description: 'Codes 14 and 15 (`Dividendos` 1.0).' });

/**
 * The complement for dividends and remainders. Source: dividendos.xsd and its stylesheet of the SAT,
 * read 2026-11-28.
 */
export const dividends = withholdingComplement({
  input,
  title: said('Dividendos', 'Dividends'),
  element: {
    name: 'dividendos:Dividendos',
    fixed: { Version: '1.0' },
    children: [
      {
        field: 'distributed',
        element: {
          name: 'dividendos:DividOUtil',
          attributes: [
            [
              'CveTipDivOUtil',
              'type',
              said('Tipo de dividendo o utilidad', 'Type of dividend or profit'),
              'c_TipoDividendoOUtilidadDistribuida',
            ],
            [
              'MontISRAcredRetMexico',
              'creditableIsrMexico',
              said('ISR acreditable retenido en México', 'Creditable ISR withheld in Mexico'),
              'number',
            ],
            [
              'MontISRAcredRetExtranjero',
              'creditableIsrAbroad',
              said('ISR acreditable retenido en el extranjero', 'Creditable ISR withheld abroad'),
              'number',
            ],
            [
              'MontRetExtDivExt',
              'withheldAbroad',
              said('Retención en el extranjero', 'Withheld abroad'),
              'number',
            ],
            ['TipoSocDistrDiv', 'company', said('Sociedad que distribuye', 'Distributing company')],
            [
              'MontISRAcredNal',
              'nationalCreditableIsr',
              said('ISR acreditable nacional', 'National creditable ISR'),
              'number',
            ],
            [
              'MontDivAcumNal',
              'nationalDividend',
              said('Dividendo acumulable nacional', 'National taxable dividend'),
              'number',
            ],
            [
              'MontDivAcumExt',
              'foreignDividend',
              said('Dividendo acumulable del extranjero', 'Foreign taxable dividend'),
              'number',
            ],
          ],
        },
      },
      {
        field: 'remainder',
        element: {
          name: 'dividendos:Remanente',
          attributes: [
            [
              'ProporcionRem',
              'proportion',
              said('Proporción del remanente', 'Proportion of the remainder'),
              'number',
            ],
          ],
        },
      },
    ],
  },
  issues,
});

/**
 * - dividend_part_missing: code 14 requires the distributed dividend, and code 15 requires the remainder
 * - dividend_part_not_of_code: the field belongs to the other code, 14 or 15
 */
function issues(value: z.output<typeof input>, withholdingCode: string) {
  const demanded = partOfCode[withholdingCode];
  const found: Issue[] = [];
  for (const part of ['distributed', 'remainder'] as const) {
    if ((value[part] !== undefined) === (part === demanded)) continue;
    const isMissing = part === demanded;
    found.push({
      path: [part],
      code: isMissing ? 'dividend_part_missing' : 'dividend_part_not_of_code',
      message: `Code ${withholdingCode} ${isMissing ? 'requires' : 'does not have'} \`${part}\`.`,
    });
  }
  return found;
}
