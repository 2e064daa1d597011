import { said } from './language';

/** The labels that printed quotes and sales receipts have in common. */
export const saleWords = {
  buyer: said('Cliente', 'Customer'),
  conditions: said('Condiciones', 'Terms'),
  branch: said('Sucursal', 'Branch'),
  telephone: said('Tel.', 'Phone'),
  date: said('Fecha', 'Date'),
  currency: said('Moneda', 'Currency'),
  sku: said('Clave', 'SKU'),
  taxIncluded: said(
    (tax: string) => `${tax} incluido`,
    (tax: string) => `${tax} included`,
  ),
};

export const receiptWords = {
  title: said('Recibo', 'Receipt'),
  legend: said('Este recibo no es un comprobante fiscal', 'This receipt is not a fiscal document'),
  invoiceHere: said('Factura tu compra aquí', 'Invoice your purchase here'),
  paid: said('Venta de contado', 'Paid sale'),
  credit: said('Venta a crédito', 'Sale on credit'),
  courtesy: said('Cortesía', 'Courtesy'),
  publicGeneral: said('Público en general', 'General public'),
  canceled: said('CANCELADO', 'CANCELED'),
  canceledMeans: said('Esta venta fue cancelada.', 'This sale was canceled.'),
  dueOn: said('Vence', 'Due'),
  refunded: said('Devuelto', 'Refunded'),
  withheldTaxes: said('Impuestos retenidos', 'Withheld taxes'),
};

export const quoteWords = {
  title: said('Cotización', 'Quote'),
  legend: said(
    'Esta cotización no es un comprobante fiscal',
    'This quote is not a fiscal document',
  ),
  acceptHere: said('Ver y aceptar esta cotización', 'See and accept this quote'),
  unpublished: said('Sin publicar', 'Unpublished'),
  revision: said(
    (number: number) => `Revisión ${number}`,
    (number: number) => `Revision ${number}`,
  ),
  validUntil: said('Vigente hasta', 'Valid until'),
  mailSubject: said(
    (number: number) => `Cotización ${number}`,
    (number: number) => `Quote ${number}`,
  ),
  mailText: said(
    (validUntil: string) =>
      `Adjuntamos nuestra cotización, vigente hasta ${validUntil}.\nPuede verla y aceptarla en esta página:`,
    (validUntil: string) =>
      `Attached is our quote, valid until ${validUntil}.\nYou can see and accept it on this page:`,
  ),
  email: said('Correo', 'E-mail'),
  payment: said('Pago', 'Payment'),
  draft: said('BORRADOR', 'DRAFT'),
  draftMeans: said(
    'Esta cotización no se ha publicado; puede cambiar.',
    'This quote is not published yet; it may change.',
  ),
  expired: said('VENCIDA', 'EXPIRED'),
  expiredMeans: said(
    (on: string) => `Esta cotización estuvo vigente hasta ${on}.`,
    (on: string) => `This quote was valid until ${on}.`,
  ),
  canceled: said('CANCELADA', 'CANCELED'),
  canceledMeans: said('Esta cotización fue cancelada.', 'This quote was canceled.'),
  exempt: said('Exento de IVA', 'Exempt from IVA'),
  onCredit: said(
    (first: string) => `A crédito, ${first}`,
    (first: string) => `On credit, ${first}`,
  ),
  installments: said(
    (count: number, first: string, others: string) =>
      `${count} parcialidades: la primera ${first}; las demás, ${others}`,
    (count: number, first: string, others: string) =>
      `${count} installments: the first ${first}; the others, ${others}`,
  ),
  sameDay: said('el mismo día de cada mes', 'on the same day of each month'),
  dayOfMonth: said(
    (day: number) => `el día ${day} de cada mes`,
    (day: number) => `on day ${day} of each month`,
  ),
  lastDay: said('el último día de cada mes', 'on the last day of each month'),
  onSale: said('el día de la venta', 'on the day of the sale'),
  monthsAfter: said(
    (months: number) => (months === 1 ? 'un mes después' : `${months} meses después`),
    (months: number) => (months === 1 ? 'one month later' : `${months} months later`),
  ),
  onDay: said(
    (day: string) => `el ${day}`,
    (day: string) => `on ${day}`,
  ),
};
