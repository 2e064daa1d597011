/**
 * The columns of the CSV file, which programs read; the headings of `sheetLayout` are for human
 * readers.
 */
export const csvLayout = [
  'rowId',
  'employeeNumber',
  'employeeName',
  'rfc',
  'state',
  'paidDays',
  'gross',
  'isr',
  'imss',
  'deductions',
  'net',
  'uuid',
  'issues',
] as const;

/**
 * The fields that banks require in a payment file (dispersion): account, bank, amount, payee and
 * concept.
 */
export const bankLayout = {
  account: 'account',
  bankCode: 'bankCode',
  amount: 'net',
  beneficiary: 'employeeName',
  reference: 'reference',
  concept: 'concept',
} as const;

/** The columns of a payroll summary, with the terms of the payroll receipt (Nómina 1.2). */
export const sheetLayout = {
  employeeNumber: { heading: 'Núm. de empleado', kind: 'text', width: 16 },
  employeeName: { heading: 'Nombre', kind: 'text', width: 40 },
  rfc: { heading: 'RFC', kind: 'text', width: 16 },
  curp: { heading: 'CURP', kind: 'text', width: 22 },
  socialSecurityNumber: { heading: 'NSS', kind: 'text', width: 14 },
  department: { heading: 'Departamento', kind: 'text', width: 20 },
  paidDays: { heading: 'Días pagados', kind: 'number', width: 12 },
  gross: { heading: 'Total de percepciones', kind: 'amount', width: 20 },
  isr: { heading: 'ISR retenido', kind: 'amount', width: 14 },
  subsidy: { heading: 'Subsidio para el empleo aplicado', kind: 'amount', width: 30 },
  imss: { heading: 'Cuota IMSS', kind: 'amount', width: 14 },
  deductions: { heading: 'Total de deducciones', kind: 'amount', width: 20 },
  net: { heading: 'Neto a pagar', kind: 'amount', width: 14 },
  state: { heading: 'Estado', kind: 'text', width: 20 },
  uuid: { heading: 'Folio fiscal', kind: 'text', width: 38 },
  issues: { heading: 'Por corregir', kind: 'text', width: 40 },
} as const;

/** The label of each row state for human readers. */
export const stateNames: Record<string, string> = {
  ready: 'Lista',
  needs_attention: 'Por corregir',
  excluded: 'Excluida',
  queued: 'En espera de timbrado',
  stamping: 'Timbrándose',
  stamped: 'Timbrada',
  rejected: 'Rechazada',
  canceled: 'Cancelada',
};
