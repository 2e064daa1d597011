import type { reports } from '@timbre/contract';
import { Decimal, requiredCatalog, memberAt } from '@timbre/fiscal';
import { askedReport } from '../domain/asked-report';
import { cfdiShape, noValue } from '../domain/cfdi-facts';
import {
  amountOf,
  numberOf,
  sumOf,
  type ReportView,
  type ShownMeasure,
} from '../store/report-view';
import type { ReportQuestion } from './answer-report';

interface Dimension {
  name: string;
  title: string;
  /** The catalogue (of the SAT) that contains the names of group keys. */
  catalog?: string;
}

/** The dimensions of CFDI facts, keyed by their names in the API. */
const dimensions: Record<string, Dimension> = {
  kind: { name: 'kind', title: 'Tipo' },
  counterparty: { name: 'counterparty', title: 'Contraparte' },
  payment_method: {
    name: 'paymentMethod',
    title: 'Método de pago',
    catalog: 'c_MetodoPago',
  },
  payment_form: { name: 'paymentForm', title: 'Forma de pago', catalog: 'c_FormaPago' },
  cfdi_use: { name: 'cfdiUse', title: 'Uso del CFDI', catalog: 'c_UsoCFDI' },
  currency: { name: 'currency', title: 'Moneda', catalog: 'c_Moneda' },
  product_code: { name: 'productCode', title: 'Clave de producto', catalog: 'c_ClaveProdServ' },
  tax_rate: { name: 'taxRate', title: 'Tasa de IVA' },
};

/** The names of group keys that no SAT catalogue contains. */
const names: Record<string, string> = {
  income: 'Ingreso',
  credit_note: 'Egreso',
  transfer: 'Traslado',
  payroll: 'Nómina',
  payment_complement: 'Pago',
  exempt: 'Exento',
  several: 'Varias tasas',
  [noValue]: 'Sin dato',
};

const usualKinds = ['income', 'credit_note'];

const valid = {
  count: numberOf('Documentos', sumOf('c.count')),
  subtotal: amountOf('Subtotal', sumOf('c.subtotal')),
  discount: amountOf('Descuento', sumOf('c.discount')),
  ivaTransferred: amountOf('IVA trasladado', sumOf('c.iva_transferred')),
  iepsTransferred: amountOf('IEPS trasladado', sumOf('c.ieps_transferred')),
  ivaWithheld: amountOf('IVA retenido', sumOf('c.iva_withheld')),
  isrWithheld: amountOf('ISR retenido', sumOf('c.isr_withheld')),
  total: amountOf('Total', sumOf('c.total')),
};
const canceled = {
  canceledCount: numberOf('Cancelados', sumOf('c.canceled_count')),
  canceledTotal: amountOf('Total cancelado', sumOf('c.canceled_total')),
};
const ofCreditNotes = {
  creditNotes: amountOf(
    'Notas de crédito',
    sumOf(`case c.kind when 'credit_note' then c.total end`),
  ),
  net: amountOf(
    'Neto',
    sumOf(`case c.kind when 'income' then c.total when 'credit_note' then -c.total end`),
  ),
};

const without = (shown: Record<string, ShownMeasure>) =>
  Object.fromEntries(Object.entries(shown).map(([name, one]) => [name, { ...one, sql: '0' }]));

/**
 * The measures that are shown for each requested status; the measures of a different status would
 * always be zero.
 */
const shown = {
  all: { ...valid, ...canceled, ...ofCreditNotes },
  valid: { ...valid, ...without(canceled), ...ofCreditNotes },
  canceled: { ...without(valid), ...canceled, ...without(ofCreditNotes) },
};
type Status = keyof typeof shown;

const viewOf = (status: Status, main: string): ReportView<typeof cfdiShape> => ({
  shape: cfdiShape,
  shown: shown[status],
  main,
});

/**
 * The report views for each requested status of CFDI. Groups in reports on sales or purchases are
 * sorted by net amount, and groups in other reports by total.
 */
const views: Record<Status, { ofSales: ReportView; ofOthers: ReportView }> = {
  all: { ofSales: viewOf('all', 'net'), ofOthers: viewOf('all', 'total') },
  valid: { ofSales: viewOf('valid', 'net'), ofOthers: viewOf('valid', 'total') },
  canceled: {
    ofSales: viewOf('canceled', 'canceledTotal'),
    ofOthers: viewOf('canceled', 'canceledTotal'),
  },
};

const printed: Record<string, string[]> = {
  net: ['count', 'subtotal', 'ivaTransferred', 'total', 'net'],
  total: ['count', 'subtotal', 'total'],
  canceledTotal: ['canceledCount', 'canceledTotal'],
};

/** Converts the request for a report on CFDI by their day of issue, in pesos. */
export function askCfdi(request: reports.GetCfdiReportRequest): ReportQuestion {
  const { report, direction = 'issued', kinds, status } = request;
  const asked = askedReport(report);
  const dimension = asked.groupBy === undefined ? undefined : dimensions[asked.groupBy];
  const wanted = kinds.length > 0 ? kinds : usualKinds;
  const { ofSales, ofOthers } = views[(status ?? 'all') as Status];
  const view = wanted.some((kind) => usualKinds.includes(kind)) ? ofSales : ofOthers;
  return {
    asked: { ...asked, groupBy: dimension?.name },
    view,
    filters: { direction: [direction], kind: wanted },
    nameOf: (key) => nameOf(dimension, key),
    title: direction === 'issued' ? 'CFDI emitidos' : 'CFDI recibidos',
    groupTitle: dimension?.title,
    printed: memberAt(printed, view.main),
  };
}

function nameOf(dimension: Dimension | undefined, key: string): string {
  const { name, catalog } = dimension ?? {};
  if (catalog !== undefined && key !== noValue) {
    return requiredCatalog(catalog).get(key, 'latest')?.description ?? key;
  }
  if (name === 'taxRate' && /^\d/.test(key)) {
    return `${Decimal.from(key).times(Decimal.from(100)).trimmed().toString()} %`;
  }
  return names[key] ?? key;
}
