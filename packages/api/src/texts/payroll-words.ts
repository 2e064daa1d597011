import { memberAt } from '@timbre/fiscal';
import type { Language, Text } from './language';

/**
 * The labels of the computed steps in the explanation of a payroll receipt, from the earnings to
 * the net pay.
 */
export const payrollSteps = {
  taxableBase: { en: 'Taxable base', es: 'Base gravable' },
  isrCaused: { en: 'ISR caused', es: 'ISR causado' },
  subsidyApplied: {
    en: 'Employment subsidy applied',
    es: 'Subsidio para el empleo aplicado',
  },
  isrWithheld: { en: 'ISR withheld', es: 'ISR retenido' },
  sicknessExcess: {
    en: 'IMSS sickness, excess above 3 UMA',
    es: 'IMSS, enfermedades y maternidad, excedente de 3 UMA',
  },
  sicknessCash: {
    en: 'IMSS sickness, cash benefits',
    es: 'IMSS, enfermedades y maternidad, prestaciones en dinero',
  },
  pensionersMedical: {
    en: 'IMSS pensioners’ medical care',
    es: 'IMSS, gastos médicos de pensionados',
  },
  disabilityLife: { en: 'IMSS disability and life', es: 'IMSS, invalidez y vida' },
  oldAge: {
    en: 'IMSS unemployment at advanced age and old age',
    es: 'IMSS, cesantía en edad avanzada y vejez',
  },
  lastMonthlySalary: {
    en: 'Last ordinary monthly salary',
    es: 'Último sueldo mensual ordinario',
  },
  isrOfLastSalary: {
    en: 'ISR of the last ordinary monthly salary',
    es: 'ISR del último sueldo mensual ordinario',
  },
  exemptLimit: {
    en: 'Exempt limit for the years of service',
    es: 'Límite exento por los años de servicio',
  },
  exemptLimitOfDays: {
    en: 'Exempt limit for the days of the pension',
    es: 'Límite exento por los días de la pensión',
  },
  exemptLimitAtOnce: {
    en: 'Exempt limit of a pension paid at once',
    es: 'Límite exento de una pensión en un solo pago',
  },
  exemptOfOthers: {
    en: 'Exempt part of the other separation payments',
    es: 'Parte exenta de los otros pagos por separación',
  },
  taxableOfOthers: {
    en: 'Taxable base of the other separation payments',
    es: 'Base gravable de los otros pagos por separación',
  },
  isrOfOthers: {
    en: 'ISR withheld from the other separation payments',
    es: 'ISR retenido de los otros pagos por separación',
  },
  exemptOfPensions: {
    en: 'Exempt part of the other pensions paid at once',
    es: 'Parte exenta de las otras pensiones en un solo pago',
  },
  taxableOfPensions: {
    en: 'Taxable base of the other pensions paid at once',
    es: 'Base gravable de las otras pensiones en un solo pago',
  },
  isrOfPensions: {
    en: 'ISR withheld from the other pensions paid at once',
    es: 'ISR retenido de las otras pensiones en un solo pago',
  },
  exempt: { en: 'Exempt part', es: 'Parte exenta' },
  cumulative: { en: 'Cumulative income', es: 'Ingreso acumulable' },
  notCumulative: { en: 'Non-cumulative income', es: 'Ingreso no acumulable' },
  favorableBalance: {
    en: 'ISR in favor returned',
    es: 'Aplicación de saldo a favor por compensación anual',
  },
  net: { en: 'Net pay', es: 'Neto a pagar' },
} as const satisfies Record<string, Text>;

/** The Spanish name of each rule of law that payroll applies, keyed by the key of the rule. */
export const spanishOfPayrollRule: Readonly<Record<string, string>> = {
  'isr.tariff.monthly': 'Tarifa mensual del ISR',
  'isr.tariff.annual': 'Tarifa anual del ISR',
  'isr.tariff.quincenal': 'Tarifa del ISR de 15 días',
  'isr.tariff.catorcenal': 'Tarifa del ISR de 14 días',
  'isr.tariff.decenal': 'Tarifa del ISR de 10 días',
  'isr.tariff.weekly': 'Tarifa del ISR de 7 días',
  'isr.tariff.daily': 'Tarifa diaria del ISR',
  'isr.subsidy': 'Subsidio para el empleo',
  'isr.subsidy.legacy': 'Tabla del subsidio para el empleo hasta abril de 2024',
  'isr.minimum_wage_exemption': 'Sin retención de ISR a quien gana solo un salario mínimo',
  'isr.regulation174':
    'Retención opcional sobre aguinaldo, PTU y primas vacacionales (artículo 174 del Reglamento)',
  'isr.tariff_days': 'Días del mes con que se obtienen las tarifas de periodos más cortos',
  'isr.company_rate': 'Tasa del ISR de las personas morales',
  'isr.separation':
    'Retención de pagos por separación: si exceden el último sueldo mensual ordinario, con la tasa del impuesto de ese sueldo',
  'sat.subsidy_ceilings': 'Subsidio causado máximo que timbra la autoridad',
  'sat.opinion': 'Días de vigencia de la opinión del cumplimiento',
  'uma.tax': 'UMA para exenciones y subsidio',
  'uma.social_security': 'UMA para seguridad social',
  'minimum_wage.general': 'Salario mínimo, resto del país',
  'minimum_wage.border': 'Salario mínimo, Zona Libre de la Frontera Norte',
  'imss.base_limits':
    'Salario base de cotización: de un salario mínimo a 25 UMA; excedente desde 3 UMA',
  'imss.employee_rates': 'Cuotas del trabajador',
  'imss.employer_rates': 'Cuotas del patrón',
  'imss.work_risk': 'Prima media del riesgo de trabajo por clase',
  'imss.employer_old_age': 'Cuota patronal de cesantía y vejez por rango de salario',
  'labour.vacation_days': 'Días de vacaciones por año de servicio',
  'labour.minimum_benefits': 'Prestaciones mínimas de ley',
  'labour.overtime': 'Jornada semanal, horas extra dobles y sus límites',
  'labour.deduction_limits': 'Descuento máximo al salario',
  'housing.suspension': 'Las ausencias e incapacidades suspenden el crédito de vivienda',
  'exemption.aguinaldo': 'Exención del aguinaldo, UMA al año',
  'exemption.vacation_premium': 'Exención de la prima vacacional, UMA al año',
  'exemption.profit_sharing': 'Exención de la PTU, UMA al año',
  'exemption.sunday_premium': 'Exención de la prima dominical, UMA por domingo trabajado',
  'exemption.overtime':
    'Exención de horas extra: la mitad de las dobles, con límite semanal; todas con salario mínimo',
  'exemption.separation':
    'Exención de pagos por separación y prima de antigüedad, UMA por año de servicio',
  'exemption.pension': 'Exención de pensiones, UMA por cada día pagado',
  'exemption.pension_at_once':
    'Exención de una pensión en un solo pago, UMA: 90 por cada día de un año',
  'exemption.social_welfare':
    'Exención de la previsión social: límite con el salario, y mínimo, UMA al año',
};

const spanishOfStep = new Map<string, string>(
  Object.values(payrollSteps).map(({ en, es }) => [en, es]),
);

/**
 * Returns the label of a step in a language. A label that the organization has set is not
 * translated.
 */
export const payrollStepIn = (language: Language, label: string): string =>
  language === 'en' ? label : (spanishOfStep.get(label) ?? label);

/**
 * Returns the label of a rule in a language. The label of an unknown key, which comes from a law
 * pack, is not translated.
 */
export const payrollRuleIn = (language: Language, key: string, label: string): string =>
  language === 'en' || !Object.hasOwn(spanishOfPayrollRule, key)
    ? label
    : memberAt(spanishOfPayrollRule, key);
