import type { Remedy } from './remedy';

const fixedByUs =
  'Timbre writes this value itself, whatever the draft says; give the Request-Id to the operator of Timbre.';

/** The remedies for refusals by the SAT's error matrix of Pagos 2.0, revision B. */
export const pagosRemedies: readonly Remedy[] = [
  { satCodes: 'CRP20101-20123', path: '', code: 'document_refused', message: fixedByUs },
  {
    satCodes: 'CRP20201-20211 CRP20262-20274 CRP20277',
    path: 'payment.documents',
    code: 'payment_amounts_refused',
    message:
      'Sums that Timbre computes are refused; check the taxes and exchange rates of the paid documents, and if they are right, give the Request-Id to the operator of Timbre.',
  },
  {
    satCodes: 'CRP20212',
    path: 'payment.formCode',
    code: 'form_code_not_allowed',
    message: 'A payment cannot have form 99; say in which form the customer paid.',
  },
  {
    satCodes: 'CRP20213',
    path: 'currency',
    code: 'currency_not_allowed',
    message: 'A payment cannot have the currency XXX; give the currency of the payment.',
  },
  {
    satCodes: 'CRP20214',
    path: 'exchangeRate',
    code: 'exchange_rate_missing',
    message: 'A payment in a foreign currency requires the pesos for one unit of it.',
  },
  {
    satCodes: 'CRP20215',
    path: 'exchangeRate',
    code: 'exchange_rate_not_allowed',
    message: 'A payment in pesos has no exchange rate; leave it out.',
  },
  {
    satCodes: 'CRP20216',
    path: 'exchangeRate',
    code: 'exchange_rate_out_of_range',
    message:
      "The exchange rate differs from the day's by more than c_Moneda allows; correct it, or send the confirmation key that the PAC gives for it.",
  },
  {
    satCodes: 'CRP20220',
    path: 'payment.documents',
    code: 'total_above_limit',
    message:
      'The amount is above the limit of the SAT; divide the payment among several complements.',
  },
  {
    satCodes: 'CRP20217 CRP20276',
    path: 'payment.documents',
    code: 'paid_above_payment',
    message: 'The paid documents add up to more than the payment; correct their amounts.',
  },
  {
    satCodes: 'CRP20218-20219 CRP20239-20243 CRP20275',
    path: 'payment.documents',
    code: 'paid_amount_refused',
    message:
      'Amounts and previous balances must be above 0 and have no more decimals than the currency.',
  },
  {
    satCodes: 'CRP20221-20228',
    path: 'payment',
    code: 'bank_data_refused',
    message:
      'The bank data of the payment do not fit its form: only banked forms have them, and accounts have the digits of their form.',
  },
  {
    satCodes: 'CRP20229-20235',
    path: 'payment',
    code: 'payment_chain_refused',
    message: 'Only form 03 has a payment chain, with its certificate, text and seal.',
  },
  {
    satCodes: 'CRP20236',
    path: 'payment.documents',
    code: 'currency_not_allowed',
    message: 'A paid document cannot have the currency XXX; say its own.',
  },
  {
    satCodes: 'CRP20237',
    path: 'payment.documents',
    code: 'exchange_rate_missing',
    message: 'A paid document in another currency requires the units of it for one of the payment.',
  },
  {
    satCodes: 'CRP20238',
    path: 'payment.documents',
    code: 'exchange_rate_not_allowed',
    message: 'A document in the currency of the payment has no exchange rate; leave it out.',
  },
  {
    satCodes: 'CRP20244',
    path: 'payment.documents',
    code: 'amount_above_balance',
    message: 'More is paid than was left; correct the amount or the previous balance.',
  },
  {
    satCodes: 'CRP20245-20247 CRP20278-20279',
    path: 'payment.documents',
    code: 'tax_object_contradicts_taxes',
    message:
      'The tax object of a paid document does not fit its taxes: 02 requires them, 01, 03, 04 and 05 have none, 06 to 08 have only some.',
  },
  {
    satCodes: 'CRP20253 CRP20260',
    path: 'payment.documents',
    code: 'tax_rate_not_allowed',
    message: 'A tax rate is not in c_TasaOCuota for its tax; correct the entry.',
  },
  {
    satCodes: 'CRP20248-20252 CRP20254-20259 CRP20261',
    path: 'payment.documents',
    code: 'document_taxes_refused',
    message:
      'The taxes of a paid document do not fit each other: each has a base above 0, a withholding is never exempt, and an exempt tax has no rate.',
  },
  {
    satCodes: 'CRP20999',
    path: 'payment',
    code: 'document_refused',
    message: 'The PAC refused the payment; correct what its words name.',
  },
];

/** The remedies for refusals by the SAT's error matrix of Nómina 1.2, revision E. */
export const nominaRemedies: readonly Remedy[] = [
  {
    satCodes: 'NOM1-4 NOM7 NOM11-32',
    path: '',
    code: 'document_refused',
    message: fixedByUs,
  },
  {
    satCodes: 'NOM5-6',
    path: '',
    code: 'employer_curp_refused',
    message:
      "An employer who is a natural person has a CURP, a company has none; correct the employer's data of payroll.",
  },
  {
    satCodes: 'NOM41 NOM45-50',
    path: '',
    code: 'employer_data_refused',
    message: "The employer's data are refused; correct the employer's data of payroll.",
  },
  {
    satCodes: 'NOM8-10',
    path: 'employeeId',
    code: 'employee_rfc_refused',
    message:
      "The employee's RFC must be that of a natural person in the SAT's register; correct it at the employee.",
  },
  {
    satCodes: 'NOM33-34 NOM60',
    path: 'payroll.employee.paymentFrequency',
    code: 'payment_frequency_invalid',
    message:
      'Ordinary payroll has a frequency of c_PeriodicidadPago other than 99; extraordinary payroll has 99.',
  },
  {
    satCodes: 'NOM35',
    path: 'payroll.periodEndedOn',
    code: 'period_reversed',
    message: 'The period ends before it begins; correct its dates.',
  },
  {
    satCodes: 'NOM36-40 NOM69-74 NOM91-92',
    path: 'payroll',
    code: 'amounts_refused',
    message:
      'A total that Timbre computes is refused; check earnings, deductions and other payments, and if they are right, give the Request-Id to the operator of Timbre.',
  },
  {
    satCodes: 'NOM42-43',
    path: 'payroll.employee.contractType',
    code: 'employer_registration_contradicts_contract',
    message:
      "Contracts 01 to 08 require the employer's registration, 09, 10 and 99 have none; correct the contract or the employer's data.",
  },
  {
    satCodes: 'NOM44',
    path: 'payroll.employee',
    code: 'employee_data_missing',
    message:
      'With an employer registration the employee must have social security number, start of employment, position risk and integrated daily salary.',
  },
  {
    satCodes: 'NOM51',
    path: 'payroll.employee.contractType',
    code: 'contract_type_invalid',
    message: 'The contract is not an active code of c_TipoContrato; choose another.',
  },
  {
    satCodes: 'NOM52 NOM67-68',
    path: 'employeeId',
    code: 'employee_data_refused',
    message: 'Data of the employee are refused; correct what the words of the PAC name.',
  },
  {
    satCodes: 'NOM53-55',
    path: 'payroll.employee.employmentStartedOn',
    code: 'employment_start_refused',
    message: 'The start of employment must not be after the end of the period; correct it.',
  },
  {
    satCodes: 'NOM56-58',
    path: 'payroll.employee.regimeType',
    code: 'regime_type_invalid',
    message: 'Contracts 01 to 08 have regime 02, 03 or 04; other contracts have another regime.',
  },
  {
    satCodes: 'NOM59',
    path: 'payroll.employee.positionRisk',
    code: 'position_risk_invalid',
    message: 'The position risk is not an active code of c_RiesgoPuesto; choose another.',
  },
  {
    satCodes: 'NOM61-65',
    path: 'employeeId',
    code: 'bank_account_invalid',
    message:
      "The employee's account must have 10, 11, 16 or 18 digits; a CLABE has no bank beside it, another account has one.",
  },
  {
    satCodes: 'NOM66',
    path: 'payroll.employee.stateCode',
    code: 'state_code_invalid',
    message: 'The state is not in c_Estado; choose another.',
  },
  {
    satCodes: 'NOM75-90 NOM109-110',
    path: 'payroll.earnings',
    code: 'earning_refused',
    message:
      'An earning is refused: its type must be of c_TipoPercepcion, its amount above 0, and overtime, separation, pension and disability have their details.',
  },
  {
    satCodes: 'NOM93-96',
    path: 'payroll.deductions',
    code: 'deduction_refused',
    message:
      'A deduction is refused: its type must be of c_TipoDeduccion, its amount above 0, and one for disability has its days.',
  },
  {
    satCodes: 'NOM99 NOM105-107',
    path: 'payroll.otherPayments',
    code: 'subsidy_line_invalid',
    message:
      'Wages of regime 02 must have an other payment 002 with the subsidy that was caused, which is not less than what was paid.',
  },
  {
    satCodes: 'NOM101 NOM108',
    path: 'payroll.otherPayments',
    code: 'subsidy_ceiling_exceeded',
    message: 'The employment subsidy is above the ceiling of the days paid; correct it.',
  },
  {
    satCodes: 'NOM97-98 NOM100 NOM102-103',
    path: 'payroll.otherPayments',
    code: 'other_payment_refused',
    message:
      'An other payment is refused: its type must be of c_TipoOtroPago and fit the regime, its amount above 0, and a balance in favor has its year.',
  },
  {
    satCodes: 'NOM104',
    path: 'payroll',
    code: 'disability_type_invalid',
    message: 'The type of disability is not an active code of c_TipoIncapacidad; choose another.',
  },
];
