import { pensionAtOnce, pensionInParts, separationEarnings, welfareEarnings } from '@timbre/fiscal';

/**
 * How a calculated row treats an earning type (c_TipoPercepcion) that is given as an amount.
 * - taxable: the whole amount is taxable;
 * - welfare: exempt within the yearly limits of LISR art. 93, last paragraphs;
 * - final: a separation or a pension paid at once, in a separate payment;
 * - computed: calculated from days, hours or incapacities (014, NOM86), so an amount is refused;
 * - manual: not calculated, so it needs a manual row.
 */
type EarningTreatment = 'taxable' | 'welfare' | 'final' | 'computed' | 'manual';

interface EarningType {
  readonly treatment: EarningTreatment;
  /** The text (Concepto) that the receipt prints for the earning. */
  readonly description: string;
}

/**
 * The only earning type for people without an employment whose income is taxed like wages and is not paid
 * in shares.
 */
export const assimilatedEarning = '046';

/** Income in shares or titles, which is the only earning type of regime 10. */
export const sharesEarning = '045';

const taxable = [
  '010',
  '028',
  '038',
  sharesEarning,
  assimilatedEarning,
  '047',
  '048',
  '049',
  '050',
];

const descriptions: Record<string, string> = {
  '001': 'Sueldo',
  '002': 'Aguinaldo',
  '003': 'Participación de los trabajadores en las utilidades',
  '005': 'Fondo de ahorro',
  '010': 'Premio por puntualidad',
  '014': 'Subsidio por incapacidad',
  '019': 'Horas extra',
  '020': 'Prima dominical',
  '021': 'Prima vacacional',
  '022': 'Prima por antigüedad',
  '023': 'Pagos por separación',
  '025': 'Indemnizaciones',
  '028': 'Comisiones',
  '029': 'Vales de despensa',
  '038': 'Otros ingresos por salarios',
  [sharesEarning]: 'Ingresos en acciones o títulos valor que representan bienes',
  [assimilatedEarning]: 'Ingresos asimilados a salarios',
  [pensionAtOnce]: 'Jubilaciones, pensiones o haberes de retiro en un solo pago',
  [pensionInParts]: 'Jubilaciones, pensiones o haberes de retiro en parcialidades',
  '049': 'Premio por asistencia',
  '054': 'Días de descanso laborados',
  '055': 'Días de descanso obligatorios laborados',
  '056': 'Previsión social',
};

const treatments = new Map<string, EarningTreatment>([
  ...taxable.map((type) => [type, 'taxable'] as const),
  ...[...welfareEarnings].map((type) => [type, 'welfare'] as const),
  ...[...separationEarnings, pensionAtOnce].map((type) => [type, 'final'] as const),
  ...['001', '002', '003', '014', '019', '020', '021', '054', '055'].map(
    (type) => [type, 'computed'] as const,
  ),
]);

export function earningType(type: string): EarningType {
  return {
    treatment: treatments.get(type) ?? 'manual',
    description: descriptions[type] ?? 'Otra percepción',
  };
}
