import { z } from 'zod';
import { date, decimal, satCode, shape } from './values';

/**
 * Details of a payroll receipt besides the amounts of its lines, for drafts and for manual rows of
 * a run.
 */

const largest = 999_999_999.99;
/** The amount of a payroll line in pesos, with cents. */
export const pesos = decimal({ decimals: 2, positive: true, max: largest }).meta(
  shape('PayrollAmount'),
);
export const pesosOrZero = decimal({ decimals: 2, max: largest }).meta(
  shape('PayrollAmountOrZero'),
);

const overtimeHours = z
  .strictObject({
    days: z.int().min(1).max(366),
    hoursType: satCode('c_TipoHoras'),
    hours: z.int().min(1).max(8_784).transform(String),
    amount: pesos,
  })
  .meta({ id: 'PayrollOvertimeInput' });

const shares = z
  .strictObject({ marketValue: pesos, grantPrice: pesos })
  .meta({ id: 'PayrollSharesInput' });

/** The details that some types of earnings require (NOM82 to NOM85). */
export const earningParts = {
  overtime: z
    .array(overtimeHours)
    .max(100)
    .optional()
    .meta({ description: 'Required for an earning 019: the hours that it pays.' }),
  shares: shares.optional().meta({
    description: 'Required for an earning 045: shares or titles as income (`AccionesOTitulos`).',
  }),
};

const favorableBalance = z
  .strictObject({
    amount: pesos,
    year: z.int().min(2016).max(9999),
    remainingAmount: pesosOrZero,
  })
  .meta({ id: 'PayrollFavorableBalanceInput' });

/**
 * The ISR balance that a calculated receipt refunds to the employee. The calculation determines the
 * remaining balance.
 */
export const balanceToReturn = favorableBalance.omit({ remainingAmount: true });

/** The details that other payment 004 requires (NOM98, NOM102, NOM103). */
export const otherPaymentParts = {
  favorableBalance: favorableBalance.optional().meta({
    description:
      'Required for other payment 004: the ISR in favor of a year (`CompensacionSaldosAFavor`).',
  }),
};

const incapacity = z
  .strictObject({
    type: satCode('c_TipoIncapacidad'),
    days: z.int().min(1).max(366).transform(String),
    amount: pesos.optional(),
  })
  .meta({ id: 'PayrollIncapacityInput' });

/** The details of a whole receipt that some types of lines require. */
export const receiptParts = {
  incapacities: z.array(incapacity).max(200).optional().meta({
    description:
      'Required for an earning 014 and a deduction 006; the amounts add up to that of each.',
  }),
  lastMonthlySalary: pesos.optional().meta({
    description:
      'Last ordinary monthly salary, which separation payments and a pension paid at once need.',
  }),
  employmentEndedOn: date.optional().meta({
    description: 'Last day employed, for separation payments; the end of the period if absent.',
  }),
  pensionDailyAmount: pesos.optional().meta({
    description:
      'Daily amount of a pension in parts, earning 044 (`MontoDiario`); the payment divided by its days if absent.',
  }),
};

const shownOvertime = z.strictObject({
  days: z.int(),
  hoursType: z.string(),
  hours: z.number(),
  amount: z.number(),
});

/** The details of payroll lines in responses. Their amounts are numbers. */
export const shownEarningParts = {
  overtime: z.array(shownOvertime).optional(),
  shares: z.strictObject({ marketValue: z.number(), grantPrice: z.number() }).optional(),
};

export const shownOtherPaymentParts = {
  favorableBalance: z
    .strictObject({ amount: z.number(), year: z.int(), remainingAmount: z.number() })
    .optional(),
};

export const shownReceiptParts = {
  incapacities: z
    .array(z.strictObject({ type: z.string(), days: z.number(), amount: z.number().optional() }))
    .optional(),
  lastMonthlySalary: z.number().optional(),
  employmentEndedOn: date.optional(),
  pensionDailyAmount: z.number().optional(),
};
