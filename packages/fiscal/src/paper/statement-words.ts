import { said } from './language';

/** The labels of an account statement for a contact. */
export const statementWords = {
  title: said('Estado de cuenta', 'Statement of account'),
  file: said('estado-de-cuenta', 'statement'),
  legend: said(
    'Este estado de cuenta no es un comprobante fiscal',
    'This statement is not a fiscal document',
  ),
  customer: said('Cliente', 'Customer'),
  supplier: said('Proveedor', 'Supplier'),
  from: said('Desde', 'From'),
  start: said('Inicio', 'Start'),
  to: said('Hasta', 'To'),
  date: said('Fecha', 'Date'),
  concept: said('Concepto', 'Concept'),
  folio: said('Folio', 'Folio'),
  charge: said('Cargo', 'Charge'),
  credit: said('Abono', 'Credit'),
  balance: said('Saldo', 'Balance'),
  charges: said('Cargos', 'Charges'),
  credits: said('Abonos', 'Credits'),
  opening: said('Saldo inicial', 'Opening balance'),
  closing: said('Saldo final', 'Closing balance'),
};

/** The kinds of lines in a statement. */
export const movementWords = {
  invoice: said('Factura', 'Invoice'),
  cancellation: said('Cancelación', 'Cancellation'),
  complement: said('Complemento de pago', 'Payment complement'),
  credit_note: said('Nota de crédito', 'Credit note'),
  expense: said('Gasto', 'Expense'),
  settlement: said('Pago de gasto', 'Payment of an expense'),
  payment: said('Pago', 'Payment'),
  credit_application: said('Aplicación de saldo a favor', 'Credit applied'),
  receipt: said('Recibo de venta', 'Sales receipt'),
  refund: said('Devolución', 'Refund'),
  reversal: said('Reversa', 'Reversal'),
  assignment: said('Asignación', 'Assignment'),
  correction: said('Corrección', 'Correction'),
};
