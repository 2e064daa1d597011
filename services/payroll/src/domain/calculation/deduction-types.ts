/** The default text (Concepto) for each deduction type (c_TipoDeduccion). */
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

/**
 * Deduction types that a request may not state for a calculated row. The calculation adds social
 * security contributions (001) and tax (002). Absences and incapacities (006, 020) must be given as
 * unpaid days and not as deductions. Corrections of the subsidy (071, 107) need a manual row.
 */
const computedTypes: ReadonlySet<string> = new Set(['001', '002', '006', '020', '071', '107']);

export function deductionDescription(type: string): string {
  return descriptions[type] ?? 'Otra deducción';
}

export function isGivenDeduction(type: string): boolean {
  return !computedTypes.has(type);
}
