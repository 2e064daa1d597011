import { said } from '@timbre/fiscal';
import { z } from 'zod';
import { text } from '../../values';
import { amount } from '../amount';
import { withholdingComplement } from './complement';

const input = z
  .strictObject({
    financialInstitution: z.boolean().meta({ description: '`CreditoDeInstFinanc`.' }),
    balance: amount().meta({ description: 'Unpaid balance (`SaldoInsoluto`).' }),
    deductiblePart: amount().optional().meta({ description: '`PropDeducDelCredit`.' }),
    accruedNominal: amount().optional().meta({ description: '`MontTotIntNominalesDev`.' }),
    paidNominal: amount().optional().meta({ description: '`MontTotIntNominalesDevYPag`.' }),
    deductibleReal: amount().optional().meta({ description: '`MontTotIntRealPagDeduc`.' }),
    contract: text(300).optional().meta({ description: '`NumContrato`.' }),
  })
  .meta({ id: 'MortgageInterestInput', description: 'Code 23 (`Intereseshipotecarios` 1.0).' });

/**
 * The complement for mortgage interest. Source: intereseshipotecarios.xsd and its stylesheet of the SAT,
 * read 2026-11-28.
 */
export const mortgageInterest = withholdingComplement({
  input,
  title: said('Intereses hipotecarios', 'Mortgage interest'),
  element: {
    name: 'intereseshipotecarios:Intereseshipotecarios',
    fixed: { Version: '1.0' },
    attributes: [
      [
        'CreditoDeInstFinanc',
        'financialInstitution',
        said('Crédito de institución financiera', 'Credit of a financial institution'),
        'yes_no',
      ],
      ['SaldoInsoluto', 'balance', said('Saldo insoluto', 'Unpaid balance'), 'number'],
      [
        'PropDeducDelCredit',
        'deductiblePart',
        said('Proporción deducible del crédito', 'Deductible part of the credit'),
        'number',
      ],
      [
        'MontTotIntNominalesDev',
        'accruedNominal',
        said('Intereses nominales devengados', 'Nominal interest accrued'),
        'number',
      ],
      [
        'MontTotIntNominalesDevYPag',
        'paidNominal',
        said('Intereses nominales pagados', 'Nominal interest paid'),
        'number',
      ],
      [
        'MontTotIntRealPagDeduc',
        'deductibleReal',
        said('Intereses reales pagados deducibles', 'Deductible real interest paid'),
        'number',
      ],
      ['NumContrato', 'contract', said('Contrato', 'Contract')],
    ],
  },
});
