import { Decimal, said } from '@timbre/fiscal';
import { z } from 'zod';
import { text } from '../../values';
import { amount } from '../amount';
import { proportion, withholdingComplement } from './complement';

const entry = z
  .strictObject({
    total: amount().meta({ description: 'Of the period.' }),
    share: amount().meta({ description: "The receiver's part." }),
    proportion: proportion().meta({ description: 'Of the total (`PropDelMontTot`).' }),
    concept: text(100).meta({ description: '`Concepto` or `ConceptoS`.' }),
  })
  .meta({ id: 'TrustEntryInput' });

const input = z
  .strictObject({
    income: entry,
    expenses: entry,
    withheld: z
      .strictObject({
        amount: amount().meta({ description: '`MontRetRelPagFideic`.' }),
        description: text(100).meta({ description: '`DescRetRelPagFideic`.' }),
      })
      .meta({ description: '`RetEfectFideicomiso`.' }),
  })
  .meta({ id: 'TrustInput', description: 'Code 21 (`Fideicomisonoempresarial` 1.0).' });

/**
 * The complement for trusts without business activity. Source: fideicomisonoempresarial.xsd and its
 * stylesheet of the SAT, read 2026-11-28.
 */
export const trust = withholdingComplement({
  input,
  title: said('Fideicomiso que no realiza actividades empresariales', 'Trust without business'),
  element: {
    name: 'fideicomisonoempresarial:Fideicomisonoempresarial',
    fixed: { Version: '1.0' },
    children: [
      {
        field: 'income',
        element: {
          name: 'fideicomisonoempresarial:IngresosOEntradas',
          attributes: [
            [
              'MontTotEntradasPeriodo',
              'total',
              said('Total de entradas del periodo', 'Total income of the period'),
              'number',
            ],
            [
              'PartPropAcumDelFideicom',
              'share',
              said('Parte proporcional acumulable', 'Taxable part'),
              'number',
            ],
            [
              'PropDelMontTot',
              'proportion',
              said('Proporción del total de entradas', 'Proportion of the income'),
              'number',
            ],
          ],
          children: [
            {
              element: {
                name: 'fideicomisonoempresarial:IntegracIngresos',
                attributes: [
                  ['Concepto', 'concept', said('Concepto de ingreso', 'Kind of income')],
                ],
              },
            },
          ],
        },
      },
      {
        field: 'expenses',
        element: {
          name: 'fideicomisonoempresarial:DeduccOSalidas',
          attributes: [
            [
              'MontTotEgresPeriodo',
              'total',
              said('Total de egresos del periodo', 'Total expenses of the period'),
              'number',
            ],
            [
              'PartPropDelFideicom',
              'share',
              said('Parte proporcional de egresos', 'Part of the expenses'),
              'number',
            ],
            [
              'PropDelMontTot',
              'proportion',
              said('Proporción del total de egresos', 'Proportion of the expenses'),
              'number',
            ],
          ],
          children: [
            {
              element: {
                name: 'fideicomisonoempresarial:IntegracEgresos',
                attributes: [
                  ['ConceptoS', 'concept', said('Concepto de egreso', 'Kind of expense')],
                ],
              },
            },
          ],
        },
      },
      {
        field: 'withheld',
        element: {
          name: 'fideicomisonoempresarial:RetEfectFideicomiso',
          attributes: [
            [
              'MontRetRelPagFideic',
              'amount',
              said('Retención del fideicomiso', 'Withheld by the trust'),
              'number',
            ],
            [
              'DescRetRelPagFideic',
              'description',
              said('Descripción de la retención', 'Description of the withholding'),
            ],
          ],
        },
      },
    ],
  },
  // The XML requires a decimal point in this proportion (`\d{1,3}\.\d{1,6}`).
  written: ({ expenses, ...value }) => ({
    ...value,
    expenses: { ...expenses, proportion: Decimal.from(expenses.proportion).round(6).toString() },
  }),
});
