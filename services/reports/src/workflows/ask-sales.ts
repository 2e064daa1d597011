import type { reports } from '@timbre/contract';
import { requiredCatalog } from '@timbre/fiscal';
import { askedReport } from '../domain/asked-report';
import { noValue } from '../domain/cfdi-facts';
import { salesShape } from '../domain/sales-facts';
import { amountOf, numberOf, sumOf, type ReportView } from '../store/report-view';
import type { ReportQuestion } from './answer-report';

interface Dimension {
  name: string;
  title: string;
  /** The name of the group for receipts without a value in the dimension. */
  withoutValue?: string;
}

/** The dimensions of sales facts, keyed by their names in the API. */
const dimensions: Record<string, Dimension> = {
  location: { name: 'location', title: 'Sucursal', withoutValue: 'Sin sucursal' },
  customer: { name: 'customer', title: 'Cliente', withoutValue: 'Público en general' },
  product: { name: 'product', title: 'Producto', withoutValue: 'Sin producto' },
  payment_form: { name: 'paymentForm', title: 'Forma de pago', withoutValue: 'Sin pago' },
  sale_type: { name: 'saleType', title: 'Tipo de venta' },
  hour: { name: 'hour', title: 'Hora', withoutValue: 'Sin hora' },
  seller: { name: 'seller', title: 'Vendedor', withoutValue: 'Sin vendedor' },
};

const saleTypes: Record<string, string> = {
  paid: 'Contado',
  credit: 'Crédito',
  courtesy: 'Cortesía',
};

const kept = 'c.gross - c.discount - c.refunds';
/**
 * SQL that calculates the total cost of all products; null if the cost of any product is unknown.
 */
const cost = `case when count(c.units) = 0 then 0
  when sum(c.units) = sum(c.costed_units) then sum(c.cost) end`;
const ofInvoiced = `case when c.status in ('invoiced', 'global_invoiced') then ${kept} end`;

const view: ReportView<typeof salesShape> = {
  shape: salesShape,
  shown: {
    receipts: numberOf('Recibos de venta', sumOf('c.receipts')),
    units: numberOf('Unidades', sumOf('c.units')),
    gross: amountOf('Venta bruta', sumOf('c.gross')),
    discount: amountOf('Descuentos', sumOf('c.discount')),
    refunds: amountOf('Devoluciones', sumOf('c.refunds')),
    net: amountOf('Venta neta', sumOf(kept)),
    tax: amountOf('IVA', sumOf('c.tax')),
    averageTicket: amountOf(
      'Ticket promedio',
      `round(sum(${kept}) / nullif(sum(c.receipts), 0), 2)`,
    ),
    invoicedShare: {
      heading: 'Parte facturada',
      sql: `round(${sumOf(ofInvoiced)} / nullif(sum(${kept}), 0), 4)`,
      kind: 'share',
    },
    cost: amountOf('Costo', cost),
    margin: amountOf('Margen', `coalesce(sum(${kept} - c.tax), 0) - ${cost}`),
  },
  main: 'net',
};

const sold = ['open', 'invoiced', 'global_invoiced'];

/** Converts the request for a report on sales receipts by their business date. */
export function askSales(request: reports.GetSalesReportRequest): ReportQuestion {
  const { report, locationId, saleType, status, sellerNames } = request;
  const asked = askedReport(report);
  const dimension = asked.groupBy === undefined ? undefined : dimensions[asked.groupBy];
  return {
    asked: { ...asked, groupBy: dimension?.name },
    view: view as ReportView,
    filters: {
      location: locationId === undefined ? undefined : [locationId],
      saleType: saleType === undefined ? undefined : [saleType],
      status: status === undefined ? sold : [status],
    },
    nameOf: (key) => nameOf(dimension, key, sellerNames),
    title: 'Ventas',
    groupTitle: dimension?.title,
    printed: ['receipts', 'gross', 'discount', 'refunds', 'net'],
  };
}

function nameOf(
  { name, withoutValue }: Dimension = { name: '', title: '' },
  key: string,
  sellerNames: Record<string, string>,
): string {
  if (key === noValue) return withoutValue ?? key;
  if (name === 'saleType') return saleTypes[key] ?? key;
  if (name === 'seller') return sellerNames[key] ?? key;
  if (name === 'hour') return `${key}:00`;
  if (name !== 'paymentForm') return key;
  return requiredCatalog('c_FormaPago').get(key, 'latest')?.description ?? key;
}
