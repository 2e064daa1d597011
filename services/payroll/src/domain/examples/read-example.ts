import { Decimal, type JsonReader } from '@timbre/fiscal';
import type { GivenDeduction, GivenEarning, Incidents } from '../calculation/input';
import { defaultEmployerSettings } from '../employer-settings';
import { paymentFrequencies } from '../payment-frequency';
import type { SimulationInput } from '../simulation';

/** A placeholder, because quotas require a registration. */
const registration = 'A1234567890';
const zones = ['general', 'border'] as const;
const methods = ['law', 'regulation174'] as const;
const names = paymentFrequencies.map((frequency) => frequency.name);

/** Reads the `input` of an example of a check file. */
export function readExampleInput(reader: JsonReader): SimulationInput {
  const name = reader.choice('frequency', names);
  const method = reader.has('extraordinaryIsrMethod')
    ? reader.choice('extraordinaryIsrMethod', methods)
    : 'law';
  const input = {
    period: {
      kind: 'ordinary',
      paymentFrequency: paymentFrequencies.find((one) => one.name === name)?.code ?? '',
      periodStartedOn: reader.date('periodStart'),
      periodEndedOn: reader.date('periodEnd'),
      paidOn: reader.date('paidOn'),
    },
    employee: readEmployee(reader),
    employer: {
      registration,
      settings: { ...defaultEmployerSettings, extraordinaryIsrMethod: method },
    },
    incidents: readIncidents(reader),
    earlier: {
      subsidyCausedInMonth: reader.optionalDecimal('subsidyCausedEarlierInMonth') ?? Decimal.zero,
    },
  } as const;
  reader.end();
  return input;
}

/**
 * Reads the employee. A file can have `contributionBaseSalary` and `workdayHours` outside of `employee`,
 * although they are data of the employee.
 */
function readEmployee(reader: JsonReader): SimulationInput['employee'] {
  const employee = reader.child('employee');
  const read = {
    dailyWage: employee.optionalDecimal('dailyWage'),
    integratedDailySalary: employee.optionalDecimal('integratedDailySalary'),
    contributionBaseSalary:
      employee.optionalDecimal('contributionBaseSalary') ??
      reader.optionalDecimal('contributionBaseSalary'),
    workdayHours:
      employee.optionalDecimal('workdayHours') ?? reader.optionalDecimal('workdayHours'),
    employmentStartedOn: employee.has('employmentStartedOn')
      ? employee.date('employmentStartedOn')
      : undefined,
    employmentEndedOn: employee.has('employmentEndedOn')
      ? employee.date('employmentEndedOn')
      : undefined,
    minimumWageZone: employee.has('minimumWageZone')
      ? employee.choice('minimumWageZone', zones)
      : undefined,
    regimeType: employee.has('regimeType') ? employee.text('regimeType') : '02',
    contractType: employee.has('contractType') ? employee.text('contractType') : '01',
    workScheduleType: employee.has('workScheduleType')
      ? employee.text('workScheduleType')
      : undefined,
    hasSubsidyElsewhere:
      employee.has('hasSubsidyElsewhere') && employee.flag('hasSubsidyElsewhere'),
  };
  employee.end();
  return read;
}

function readIncidents(reader: JsonReader): Incidents {
  const incapacityDays = reader.optionalDecimal('incapacityDays') ?? Decimal.zero;
  const otherTaxable = reader.optionalDecimal('otherTaxable') ?? Decimal.zero;
  const other = otherTaxable.isZero() ? [] : [{ type: '038', amount: otherTaxable }];
  return {
    absenceDays: reader.optionalDecimal('absenceDays') ?? Decimal.zero,
    // The file has only the number of days. The type does not change an amount, so the most common one
    // (general illness) is used.
    incapacities: incapacityDays.isZero() ? [] : [{ type: '02', days: incapacityDays }],
    weeks: reader.objects('overtime').map(readWeek),
    sundaysWorked: reader.optionalDecimal('sundaysWorked') ?? Decimal.zero,
    vacationDaysPaidOut: reader.optionalDecimal('vacationDaysPaidOut') ?? Decimal.zero,
    profitSharing: readProfitSharing(reader),
    otherEarnings: [...other, ...reader.objects('otherEarnings').map(readEarning)],
    deductions: [...reader.objects('deductions'), ...reader.objects('otherDeductions')].map(
      readDeduction,
    ),
    ...(reader.has('aguinaldo') ? { aguinaldo: readAguinaldo(reader.child('aguinaldo')) } : {}),
    ...(reader.has('vacationPremium')
      ? { vacationPremium: readVacationPremium(reader.child('vacationPremium')) }
      : {}),
  };
}

/**
 * Reads profit sharing; `ptu` is its abbreviation in the law (participación de los trabajadores en las
 * utilidades).
 */
function readProfitSharing(reader: JsonReader): Decimal {
  const key = reader.has('ptu') ? 'ptu' : 'profitSharing';
  return reader.optionalDecimal(key) ?? Decimal.zero;
}

function readWeek(reader: JsonReader) {
  return ended(reader, { overtimeHours: reader.decimal('hours') });
}

function readAguinaldo(reader: JsonReader) {
  return ended(reader, {
    days: reader.decimal('days'),
    workedDaysInYear: reader.decimal('workedDaysInYear'),
  });
}

function readVacationPremium(reader: JsonReader) {
  const rate = reader.optionalDecimal('rate');
  const vacationDays = reader.decimal('vacationDays');
  return ended(reader, { vacationDays, ...(rate === undefined ? {} : { rate }) });
}

function readEarning(reader: JsonReader): GivenEarning {
  return ended(reader, { type: reader.text('type'), amount: reader.decimal('amount') });
}

function readDeduction(reader: JsonReader): GivenDeduction {
  const amount = reader.decimal('amount');
  return ended(reader, { type: reader.text('type'), basis: 'amount', amount } as const);
}

function ended<T>(reader: JsonReader, value: T): T {
  reader.end();
  return value;
}
