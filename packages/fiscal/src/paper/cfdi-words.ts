import { said } from './language';

/** The status of a document, which is printed across its pages and in their footer. */
export const markWords = {
  /** RMF 2.7.1.7 requires this sentence in Spanish on every printed CFDI. */
  printed: said(
    'Este documento es una representación impresa de un CFDI',
    'This document is a printed representation of a CFDI',
  ),
  draftLegend: said('BORRADOR – sin validez fiscal', 'DRAFT – no fiscal validity'),
  draft: said('BORRADOR', 'DRAFT'),
  unstamped: said(
    'Este documento no está timbrado: no ampara ninguna operación.',
    'This document is not stamped: it proves no transaction.',
  ),
  refused: said('RECHAZADO – sin validez fiscal', 'REFUSED – no fiscal validity'),
  canceled: said('CANCELADO', 'CANCELED'),
  canceledMeans: said(
    'Este CFDI fue cancelado ante el SAT y dejó de tener efectos fiscales.',
    'This CFDI was canceled with the SAT and no longer has fiscal effects.',
  ),
  trialLegend: said('PRUEBA – sin validez fiscal', 'TEST – no fiscal validity'),
  trial: said('SIN VALIDEZ FISCAL', 'NO FISCAL VALIDITY'),
  trialBox: said('PRUEBA', 'TEST'),
  trialReceipt: said(
    'Recibo de un ambiente de pruebas, sin validez.',
    'Receipt of a test environment, without validity.',
  ),
  page: said(
    (page: number, count: number) => `Página ${page} de ${count}`,
    (page: number, count: number) => `Page ${page} of ${count}`,
  ),
};

/** The printed labels for the data of a stamp. */
export const stampWords = {
  uuid: said('Folio fiscal (UUID)', 'Fiscal folio (UUID)'),
  issuedAt: said('Fecha y hora de emisión', 'Date and time of issue'),
  certifiedAt: said('Fecha y hora de certificación', 'Date and time of certification'),
  issuerCertificate: said('No. de serie del CSD del emisor', 'Serial number of the issuer’s CSD'),
  satCertificate: said('No. de serie del CSD del SAT', 'Serial number of the SAT’s CSD'),
  providerRfc: said('RFC del proveedor de certificación', 'RFC of the certification provider'),
  seal: said('Sello digital del CFDI', 'Digital seal of the CFDI'),
  satSeal: said('Sello digital del SAT', 'Digital seal of the SAT'),
  cadena: said(
    'Cadena original del complemento de certificación digital del SAT',
    'Original string of the SAT’s digital certification complement',
  ),
};

/** The printed name of each type of document. */
export const titleWords = {
  income: said('Factura', 'Invoice'),
  global: said('Factura global', 'Global invoice'),
  creditNote: said('Nota de crédito', 'Credit note'),
  transfer: said('Comprobante de traslado', 'Goods transfer document'),
  payroll: said('Recibo de nómina', 'Payroll receipt'),
  payment: said('Recibo de pago', 'Payment receipt'),
  withholding: said('Constancia de retenciones', 'Withholding certificate'),
  acuse: said('Acuse de cancelación', 'Acknowledgement of cancellation'),
};

export const cfdiWords = {
  receiver: said('Receptor', 'Receiver'),
  document: said('Comprobante', 'Document'),
  taxRegime: said('Régimen fiscal', 'Tax regime'),
  postalCode: said('Código postal', 'Postal code'),
  address: said('Domicilio', 'Address'),
  cfdiUse: said('Uso del CFDI', 'Use of the CFDI'),
  taxResidence: said('Residencia fiscal', 'Tax residence'),
  foreignTaxId: said('Reg. tributario', 'Foreign tax ID'),
  placeOfIssue: said('Lugar de expedición', 'Place of issue'),
  branch: said('Sucursal', 'Branch'),
  exportation: said('Exportación', 'Export'),
  paymentForm: said('Forma de pago', 'Form of payment'),
  paymentMethod: said('Método de pago', 'Method of payment'),
  dueOn: said('Vencimiento', 'Due date'),
  conditions: said('Condiciones', 'Terms'),
  currency: said('Moneda', 'Currency'),
  exchangeRate: said('Tipo de cambio', 'Exchange rate'),
  confirmation: said('Confirmación', 'Confirmation'),
  acquirer: said('Adquirente', 'Acquirer'),
  installments: said('Parcialidades', 'Installments'),
  installment: said(
    (number: number, of: number, dueOn: string) => `${number} de ${of}, vence ${dueOn}`,
    (number: number, of: number, dueOn: string) => `${number} of ${of}, due ${dueOn}`,
  ),
  related: said('CFDI relacionados', 'Related CFDI'),
  globalInformation: said('Información global', 'Global information'),
  periodicity: said('Periodicidad', 'Frequency'),
  months: said('Meses', 'Months'),
  year: said('Año', 'Year'),
  notes: said('Observaciones', 'Remarks'),
  content: said('Contenido', 'Content'),
  amountInWords: said('Importe con letra', 'Amount in words'),
};

/** The printed labels of concepts, their taxes and their sums. */
export const itemWords = {
  key: said('Clave', 'Key'),
  description: said('Descripción', 'Description'),
  quantity: said('Cantidad', 'Quantity'),
  unit: said('Unidad', 'Unit'),
  unitPrice: said('Precio unitario', 'Unit price'),
  discount: said('Descuento', 'Discount'),
  amount: said('Importe', 'Amount'),
  carriedOver: said('Suma y sigue', 'Carried over'),
  carriedForward: said('Suma anterior', 'Brought forward'),
  concept: said('Concepto', 'Item'),
  identifier: said('Id.', 'Id.'),
  taxObject: said('Obj. imp.', 'Tax object'),
  regime: said('régimen', 'regime'),
  thirdParty: said('A cuenta de terceros', 'On account of a third party'),
  customsNumber: said('Pedimento', 'Customs entry'),
  propertyTaxAccount: said('Cuenta predial', 'Property tax account'),
  part: said('Parte', 'Part'),
  withheldShort: said('Ret.', 'Wh.'),
  exempt: said('exento', 'exempt'),
  quota: said('cuota', 'quota'),
  subtotal: said('Subtotal', 'Subtotal'),
  exemptBase: said(
    (tax: string) => `Base exenta de ${tax}`,
    (tax: string) => `Base exempt from ${tax}`,
  ),
  localTax: said(
    (tax: string) => `${tax} (local)`,
    (tax: string) => `${tax} (local)`,
  ),
  withheld: said(
    (tax: string, rates: string) => `${tax} retenido ${rates}`,
    (tax: string, rates: string) => `${tax} withheld ${rates}`,
  ),
  localWithheld: said(
    (tax: string) => `${tax} retenido (local)`,
    (tax: string) => `${tax} withheld (local)`,
  ),
  total: said('Total', 'Total'),
};

/** The printed labels of the complement Pagos 2.0. */
export const paymentWords = {
  one: said('Pago recibido', 'Payment received'),
  oneOf: said(
    (number: number, of: number) => `Pago ${number} de ${of}`,
    (number: number, of: number) => `Payment ${number} of ${of}`,
  ),
  document: said('Documento pagado', 'Paid document'),
  installment: said('Parcialidad', 'Installment'),
  previousBalance: said('Saldo anterior', 'Previous balance'),
  paid: said('Importe pagado', 'Amount paid'),
  openBalance: said('Saldo insoluto', 'Open balance'),
  paidOn: said('Fecha de pago', 'Date of payment'),
  amount: said('Monto', 'Amount'),
  operationNumber: said('Número de operación', 'Operation number'),
  payerBankRfc: said('RFC del banco ordenante', 'RFC of the payer’s bank'),
  payerBank: said('Banco ordenante', 'Payer’s bank'),
  payerAccount: said('Cuenta ordenante', 'Payer’s account'),
  payeeBankRfc: said('RFC del banco beneficiario', 'RFC of the payee’s bank'),
  payeeAccount: said('Cuenta beneficiaria', 'Payee’s account'),
  chainType: said('Tipo de cadena de pago', 'Type of payment string'),
  taxes: said('Impuestos del pago', 'Taxes of the payment'),
  chain: said('Cadena original del pago', 'Original string of the payment'),
  exchangeRate: said('T.C.', 'rate'),
  base: said('base', 'base'),
  taxOf: said(
    (tax: string, base: string) => `${tax} de ${base}`,
    (tax: string, base: string) => `${tax} of ${base}`,
  ),
  folio: said('Folio', 'Folio'),
  equivalence: said('Equiv.', 'Equiv.'),
  baseOf: said(
    (tax: string) => `Base ${tax}`,
    (tax: string) => `Base ${tax}`,
  ),
  withheld: said(
    (tax: string) => `${tax} retenido`,
    (tax: string) => `${tax} withheld`,
  ),
  total: said('Total de pagos', 'Total of payments'),
};

export const withholdingWords = {
  kind: said('Retenciones e información de pagos', 'Withholdings and payment information'),
  nationality: said('Nacionalidad', 'Nationality'),
  withholding: said('Retención', 'Withholding'),
  type: said('Tipo', 'Type'),
  description: said('Descripción', 'Description'),
  period: said('Periodo', 'Period'),
  months: said(
    (first: string, last: string, year: number | string) =>
      `${first === last ? first : `${first} a ${last}`} de ${year}`,
    (first: string, last: string, year: number | string) =>
      `${first === last ? first : `${first} – ${last}`} ${year}`,
  ),
  related: said('CFDI relacionado', 'Related CFDI'),
  tax: said('Impuesto', 'Tax'),
  paymentType: said('Tipo de pago', 'Type of payment'),
  base: said('Base', 'Base'),
  withheld: said('Monto retenido', 'Amount withheld'),
  operationTotal: said('Monto total de la operación', 'Total amount of the transaction'),
  taxable: said('Monto gravado', 'Taxable amount'),
  exempt: said('Monto exento', 'Exempt amount'),
  bimonthlyProfit: said('Utilidad bimestral', 'Bimonthly profit'),
  isrDue: said('ISR correspondiente', 'ISR due'),
  total: said('Total retenido', 'Total withheld'),
};

export const acuseWords = {
  legend: said(
    'Impresión del acuse que el SAT entregó; el acuse con validez es el archivo XML',
    'Print of the acknowledgement that the SAT gave; the valid one is the XML file',
  ),
  authority: said('Servicio de Administración Tributaria', 'Servicio de Administración Tributaria'),
  requestedAt: said('Fecha y hora de la solicitud', 'Date and time of the request'),
  satCertificate: said(
    'No. de serie del certificado del SAT',
    'Serial number of the SAT’s certificate',
  ),
  status: said('Estatus', 'Status'),
  received: said('Solicitud de cancelación recibida', 'Request for cancellation received'),
  before: said('Solicitada o cancelada previamente', 'Requested or canceled before'),
};
