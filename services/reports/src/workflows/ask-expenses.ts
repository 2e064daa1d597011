import type { reports } from '@timbre/contract';
import { requiredCatalog } from '@timbre/fiscal';
import { askedReport } from '../domain/asked-report';
import { noValue } from '../domain/cfdi-facts';
import { expenseShape } from '../domain/expense-facts';
import { amountOf, numberOf, sumOf, type ReportView } from '../store/report-view';
import type { ReportQuestion } from './answer-report';

interface Dimension {
  name: string;
  title: string;
  /** The names of keys for which no other names exist. */
  names?: Record<string, string>;
}

/** The dimensions of expense facts, keyed by their names in the API. */
const dimensions: Record<string, Dimension> = {
  category: { name: 'category', title: 'Categoría' },
  supplier: { name: 'supplier', title: 'Proveedor', names: { [noValue]: 'Sin proveedor' } },
  location: { name: 'location', title: 'Sucursal', names: { [noValue]: 'Sin sucursal' } },
  payment_form: { name: 'paymentForm', title: 'Forma de pago' },
  settlement: {
    name: 'settlement',
    title: 'Pago',
    names: { open: 'Por pagar', partially_settled: 'Pagado en parte', settled: 'Pagado' },
  },
  support: {
    name: 'support',
    title: 'Comprobante',
    names: {
      with_cfdi: 'Con CFDI',
      without_cfdi: 'Sin CFDI',
      canceled_cfdi: 'CFDI cancelado',
    },
  },
};

const view: ReportView<typeof expenseShape> = {
  shape: expenseShape,
  shown: {
    count: numberOf('Gastos', sumOf('c.count')),
    total: amountOf('Total', sumOf('c.total')),
    paid: amountOf('Pagado', sumOf('c.paid')),
    unpaid: amountOf('Por pagar', sumOf('c.unpaid')),
    withCfdi: amountOf('Con CFDI', sumOf('c.with_cfdi')),
    withoutCfdi: amountOf('Sin CFDI', sumOf('c.without_cfdi')),
    canceledCfdi: amountOf('Con CFDI cancelado', sumOf('c.canceled_cfdi')),
  },
  main: 'total',
};

const only = (value: string | undefined) => (value === undefined ? undefined : [value]);

/** Converts the request for a report on expenses by their business date. */
export function askExpenses(request: reports.GetExpensesReportRequest): ReportQuestion {
  const { report, categoryId, supplierId } = request;
  const asked = askedReport(report);
  const dimension = asked.groupBy === undefined ? undefined : dimensions[asked.groupBy];
  return {
    asked: { ...asked, groupBy: dimension?.name },
    view: view as ReportView,
    filters: { category: only(categoryId), supplier: only(supplierId) },
    nameOf: (key) => nameOf(dimension, key),
    title: 'Gastos',
    groupTitle: dimension?.title,
    printed: ['count', 'total', 'paid', 'unpaid', 'withCfdi'],
  };
}

function nameOf(dimension: Dimension | undefined, key: string): string {
  if (dimension?.name !== 'paymentForm') return dimension?.names?.[key] ?? key;
  return requiredCatalog('c_FormaPago').get(key, 'latest')?.description ?? key;
}
