import { Decimal, said, type Issue } from '@timbre/fiscal';
import { z } from 'zod';
import { rfc, text } from '../../values';
import { amount } from '../amount';
import { withholdingComplement } from './complement';

const contributionsMax = 3;

const input = z
  .strictObject({
    financialSystem: z.boolean().meta({ description: '`SistemaFinanc`.' }),
    contributed: amount().optional().meta({ description: '`MontTotAportAnioInmAnterior`.' }),
    realInterest: amount().meta({ description: '`MontIntRealesDevengAniooInmAnt`.' }),
    permanenceWithdrawals: z.boolean().meta({ description: '`HuboRetirosAnioInmAntPer`.' }),
    permanenceWithdrawn: amount()
      .optional()
      .meta({ description: '`MontTotRetiradoAnioInmAntPer`: the exempt amount and the excess.' }),
    permanenceExempt: amount()
      .optional()
      .meta({ description: '`MontTotExentRetiradoAnioInmAnt`.' }),
    permanenceExcess: amount().optional().meta({ description: '`MontTotExedenteAnioInmAnt`.' }),
    withdrawals: z.boolean().meta({ description: '`HuboRetirosAnioInmAnt`.' }),
    withdrawn: amount().optional().meta({ description: '`MontTotRetiradoAnioInmAnt`.' }),
    reference: text(300).optional().meta({ description: '`NumReferencia`.' }),
    contributions: z
      .array(
        z.strictObject({
          type: z.enum(['a', 'b', 'c']).meta({ description: '`TipoAportacionODeposito`.' }),
          amount: amount(),
          trusteeRfc: rfc.optional(),
        }),
      )
      .max(contributionsMax)
      .optional()
      .meta({ description: '`AportacionesODepositos`, one of each type.' }),
  })
  .meta({
    id: 'RetirementPlanInput',
    description: 'Code 22 (`Planesderetiro` 1.1). Amounts of the previous year.',
  });

/**
 * The complement for retirement plans. Source: planesderetiro11.xsd and its stylesheet of the SAT, read
 * 2026-11-28.
 */
export const retirementPlan = withholdingComplement({
  input,
  title: said('Planes de retiro', 'Retirement plans'),
  element: {
    name: 'planesderetiro11:Planesderetiro',
    fixed: { Version: '1.1' },
    attributes: [
      [
        'SistemaFinanc',
        'financialSystem',
        said('Sistema financiero', 'Financial system'),
        'yes_no',
      ],
      [
        'MontTotAportAnioInmAnterior',
        'contributed',
        said('Aportaciones del año anterior', 'Contributions of the year before'),
        'number',
      ],
      [
        'MontIntRealesDevengAniooInmAnt',
        'realInterest',
        said('Intereses reales devengados', 'Real interest accrued'),
        'number',
      ],
      [
        'HuboRetirosAnioInmAntPer',
        'permanenceWithdrawals',
        said('Retiros con requisitos de permanencia', 'Withdrawals under permanence'),
        'yes_no',
      ],
      [
        'MontTotRetiradoAnioInmAntPer',
        'permanenceWithdrawn',
        said('Retirado con requisitos de permanencia', 'Withdrawn under permanence'),
        'number',
      ],
      [
        'MontTotExentRetiradoAnioInmAnt',
        'permanenceExempt',
        said('Exento retirado', 'Exempt amount withdrawn'),
        'number',
      ],
      ['MontTotExedenteAnioInmAnt', 'permanenceExcess', said('Excedente', 'Excess'), 'number'],
      [
        'HuboRetirosAnioInmAnt',
        'withdrawals',
        said('Otros retiros', 'Other withdrawals'),
        'yes_no',
      ],
      ['MontTotRetiradoAnioInmAnt', 'withdrawn', said('Retirado', 'Withdrawn'), 'number'],
      ['NumReferencia', 'reference', said('Referencia', 'Reference')],
    ],
    children: [
      {
        field: 'contributions',
        many: true,
        element: {
          name: 'planesderetiro11:AportacionesODepositos',
          attributes: [
            [
              'TipoAportacionODeposito',
              'type',
              said('Tipo de aportación o depósito', 'Type of contribution or deposit'),
            ],
            [
              'MontAportODep',
              'amount',
              said('Aportación o depósito', 'Contribution or deposit'),
              'number',
            ],
            ['RFCFiduciaria', 'trusteeRfc', said('RFC de la fiduciaria', 'RFC of the trustee')],
          ],
        },
      },
    ],
  },
  issues,
});

/** The field with the withdrawn amount, and the fields with the two parts of that amount. */
const withdrawn = ['permanenceWithdrawn', 'permanenceExempt', 'permanenceExcess'] as const;

/**
 * Source: rules PDR101 to PDR104 of the SAT's matrix of Planes de retiro 1.1.
 *
 * - permanence_amounts_incomplete: permanenceWithdrawn, permanenceExempt and permanenceExcess must be given
 *   together
 * - permanence_amounts_differ: permanenceWithdrawn must be the sum of permanenceExempt and permanenceExcess
 * - contribution_type_repeated: two contributions have the same type
 */
function issues(value: z.output<typeof input>): Issue[] {
  const types = (value.contributions ?? []).map(({ type }) => type);
  const repeated = types.flatMap((type, index): Issue[] => {
    if (types.indexOf(type) === index) return [];
    const path = ['contributions', index, 'type'];
    const message = `Add up the contributions of type ${type}.`;
    return [{ path, code: 'contribution_type_repeated', message }];
  });
  return [...withdrawalIssues(value), ...repeated];
}

function withdrawalIssues(value: z.output<typeof input>): Issue[] {
  const [missing, ...others] = withdrawn.filter((field) => value[field] === undefined);
  if (missing) {
    if (others.length === withdrawn.length - 1) return [];
    const message = `Give ${withdrawn.join(', ')} together, or none.`;
    return [{ path: [missing], code: 'permanence_amounts_incomplete', message }];
  }
  const { permanenceWithdrawn = 0, permanenceExempt = 0, permanenceExcess = 0 } = value;
  const sum = Decimal.from(permanenceExempt).plus(Decimal.from(permanenceExcess));
  if (sum.equals(Decimal.from(permanenceWithdrawn))) return [];
  const message = `The amount withdrawn is ${sum}: its exempt part and the excess.`;
  return [{ path: ['permanenceWithdrawn'], code: 'permanence_amounts_differ', message }];
}
