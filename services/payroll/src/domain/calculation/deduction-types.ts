/** Concepto printed for a deduction type (c_TipoDeduccion) that comes without its own. */
const descriptions: Record<string, string> = {
  '001': 'Cuota obrera IMSS',
  '002': 'ISR',
  '004': 'Otros descuentos',
  '007': 'Pensión alimenticia',
  '010': 'Crédito de vivienda',
  '011': 'Abono FONACOT',
  '012': 'Anticipo de salario',
  '018': 'Caja de ahorro',
  '019': 'Cuota sindical',
};

/** Types a calculated row may not be given: it makes 001 and 002 itself, leaves absences and
 * incapacities unpaid instead of deducting them (006, 020), and corrections of the subsidy (071,
 * 107) are for manual rows. */
const computedTypes: ReadonlySet<string> = new Set(['001', '002', '006', '020', '071', '107']);

export function deductionDescription(type: string): string {
  return descriptions[type] ?? 'Otra deducción';
}

export function isGivenDeduction(type: string): boolean {
  return !computedTypes.has(type);
}
