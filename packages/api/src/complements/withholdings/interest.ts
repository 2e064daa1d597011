import { said } from '@timbre/fiscal';
import { z } from 'zod';
import { amount } from '../amount';
import { withholdingComplement } from './complement';

const input = z
  .strictObject({
    financialSystem: z
      .boolean()
      .meta({ description: 'Paid by the financial system (`SistFinanciero`).' }),
    retirementAccount: z.boolean().meta({ description: '`RetiroAORESRetInt`.' }),
    derivatives: z.boolean().meta({ description: '`OperFinancDerivad`.' }),
    nominal: amount()
      .optional()
      .meta({ description: 'Default: the operation (`MontIntNominal`).' }),
    real: amount().meta({ description: '`MontIntReal`.' }),
    loss: amount().meta({ description: '`Perdida`.' }),
  })
  .meta({ id: 'InterestInput', description: 'Code 16 (`Intereses` 1.0).' });

/**
 * The complement for interest. Source: intereses.xsd and its stylesheet of the SAT, read
 * 2026-11-28.
 */
export const interest = withholdingComplement({
  input,
  title: said('Intereses', 'Interest'),
  element: {
    name: 'intereses:Intereses',
    fixed: { Version: '1.0' },
    attributes: [
      [
        'SistFinanciero',
        'financialSystem',
        said('Sistema financiero', 'Financial system'),
        'yes_no',
      ],
      [
        'RetiroAORESRetInt',
        'retirementAccount',
        said('Retiro de la cuenta', 'Withdrawal of the account'),
        'yes_no',
      ],
      [
        'OperFinancDerivad',
        'derivatives',
        said('Operaciones financieras derivadas', 'Derivatives'),
        'yes_no',
      ],
      ['MontIntNominal', 'nominal', said('Interés nominal', 'Nominal interest'), 'number'],
      ['MontIntReal', 'real', said('Interés real', 'Real interest'), 'number'],
      ['Perdida', 'loss', said('Pérdida', 'Loss'), 'number'],
    ],
  },
  written: (value, { operation }) => ({ ...value, nominal: value.nominal ?? operation }),
});
