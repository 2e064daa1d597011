import type { Text } from '@timbre/api';

/** The Spanish words for document kinds and states in the summaries that people read. */
const documentWords = {
  // Kinds.
  cfdi: 'CFDI',
  credit_note: 'nota de crédito',
  declaration: 'declaración',
  expense: 'gasto',
  extraordinary: 'nómina extraordinaria',
  income: 'factura',
  ordinary: 'nómina ordinaria',
  payment_complement: 'complemento de pago',
  payroll: 'recibo de nómina',
  quote: 'cotización',
  sales_receipt: 'recibo de venta',
  tax_compliance_opinion: 'opinión del cumplimiento',
  transfer: 'traslado',
  withholding: 'constancia de retenciones',
  // Transactions of an account.
  assignment: 'asignación',
  cancellation: 'cancelación',
  complement: 'complemento de pago',
  correction: 'corrección',
  credit_application: 'aplicación de saldo a favor',
  invoice: 'factura',
  payment: 'pago',
  receipt: 'recibo de venta',
  refund: 'devolución',
  reversal: 'reversión',
  settlement: 'liquidación',
  // States.
  accepted: 'aceptado',
  answering: 'respuesta enviada',
  calculating: 'en cálculo',
  canceled: 'cancelado',
  closed: 'cerrado',
  converted: 'vendido',
  draft: 'borrador',
  excluded: 'excluido',
  expired: 'vencido',
  global_invoiced: 'en factura global',
  invoiced: 'facturado',
  needs_attention: 'requiere atención',
  open: 'abierto',
  partially_stamped: 'timbrado en parte',
  pending: 'pendiente',
  queued: 'en espera del timbre',
  ready: 'listo',
  rejected: 'rechazado',
  review: 'en revisión',
  sent: 'enviado',
  stamped: 'timbrado',
  stamping: 'en timbrado',
  valid: 'vigente',
} satisfies Record<string, string>;

/**
 * The name of a kind or a state of a document. A new value does not compile until it has a Spanish
 * word.
 */
export type DocumentWord = keyof typeof documentWords;

/**
 * Returns the Spanish word; returns the word unchanged if a newer service sends a word without a
 * translation.
 */
export const wordInSpanish = (word: DocumentWord): string =>
  Object.hasOwn(documentWords, word) ? documentWords[word] : word;

/** The names of a document's amounts and counts in the summaries that people read. */
const amountNames = {
  bimonthlyProfit: { en: 'profit of two months', es: 'utilidad bimestral' },
  correspondingIsr: { en: 'ISR of the profit', es: 'ISR correspondiente' },
  deductions: { en: 'deductions', es: 'deducciones' },
  discount: { en: 'discount', es: 'descuento' },
  exempt: { en: 'exempt', es: 'exento' },
  gross: { en: 'gross', es: 'percepciones' },
  imss: { en: 'IMSS', es: 'IMSS' },
  isr: { en: 'ISR', es: 'ISR' },
  net: { en: 'net', es: 'neto' },
  operation: { en: 'operation', es: 'operación' },
  receiptCount: { en: 'receipts', es: 'recibos' },
  subsidy: { en: 'subsidy for employment', es: 'subsidio para el empleo' },
  subtotal: { en: 'subtotal', es: 'subtotal' },
  taxable: { en: 'taxable', es: 'gravado' },
  taxes: { en: 'taxes', es: 'impuestos' },
  total: { en: 'total', es: 'total' },
  withheld: { en: 'withheld', es: 'retenido' },
} satisfies Record<string, Text>;

/**
 * The name of an amount or a count. A new name does not compile until it has a text in each
 * language.
 */
export type AmountName = keyof typeof amountNames;

/**
 * Returns the text for an amount; returns the name unchanged if a newer service sends an unknown
 * name.
 */
export const amountInWords = (name: AmountName): Text =>
  Object.hasOwn(amountNames, name) ? amountNames[name] : { en: name, es: name };
