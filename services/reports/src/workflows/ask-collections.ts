import type { reports } from '@timbre/contract';
import { localDateTimeIn, type CalendarDate } from '@timbre/fiscal';
import type { Reader } from '@timbre/kit';
import { askedReport, type AskedReport } from '../domain/asked-report';
import { ages, type Age } from '../domain/collection-facts';
import type { Range } from '../domain/report-range';
import type { Measures, ReadReport } from '../domain/show-report';
import {
  readCollections,
  type CollectionDays,
  type CollectionMeasures,
} from '../store/read-collections';

/**
 * The time zone that determines the current day in the collections report. Most organizations are
 * in this time zone; for other organizations, the current day may differ around midnight, which
 * changes no amount.
 */
const zone = 'America/Mexico_City';

const names: Record<Age, string> = {
  current: 'Por vencer',
  days1To30: '1 a 30 días',
  days31To60: '31 a 60 días',
  days61To90: '61 a 90 días',
  over90: 'Más de 90 días',
};

/** The names of the age groups, and the name for customers whose name is unknown. */
const groupNames: Record<string, string> = { ...names, unassigned: 'Sin cliente' };

export const collectionNameOf = (key: string): string => groupNames[key] ?? key;

/**
 * The measures in the report's files, with Spanish headings. Each age group of the outstanding balance is
 * a separate measure.
 */
export const collectionColumns = {
  invoiced: { heading: 'Vendido a crédito', kind: 'amount' },
  credited: { heading: 'Notas de crédito', kind: 'amount' },
  collected: { heading: 'Cobrado', kind: 'amount' },
  outstanding: { heading: 'Por cobrar', kind: 'amount' },
  overdue: { heading: 'Vencido', kind: 'amount' },
  ...(Object.fromEntries(
    ages.map(({ age }) => [age, { heading: names[age], kind: 'amount' }]),
  ) as Record<Age, { heading: string; kind: 'amount' }>),
  daysSalesOutstanding: { heading: 'Días de venta por cobrar', kind: 'number' },
  expected: { heading: 'Vence en el periodo', kind: 'amount' },
  collectedOfExpected: { heading: 'Cobrado de lo que vence', kind: 'amount' },
} as const;

export interface Collections {
  asked: AskedReport;
  found: ReadReport<CollectionMeasures>;
  /** The day at whose end the outstanding balance is shown. */
  outstandingOn: string;
}

/**
 * Reads the report on sales on credit and their collection. In this report, amounts count on the
 * days of invoices, payments and due dates.
 */
export async function askCollections(
  read: Reader,
  { report, customerId, asOf }: reports.GetCollectionsReportRequest,
  limit?: number,
): Promise<Collections> {
  const given = askedReport(report);
  const asked = { ...given, limit: limit ?? given.limit };
  const { until } = collectionDays(read, asked.range, undefined);
  const outstandingOn = asOf ?? until;
  const found = await readCollections(read, asked, { outstandingOn, until }, { customerId });
  return { asked, found, outstandingOn };
}

/**
 * Returns the last day whose balance changes are included in the outstanding balance at the end of
 * a range. The last day is never after today or after `asOf`.
 */
export function collectionDays(
  { businessNow }: Reader,
  { to }: Range,
  asOf: CalendarDate | undefined,
): CollectionDays {
  const today = localDateTimeIn(businessNow.getTime(), zone).slice(0, 10);
  const until = to < today ? to : today;
  const last = asOf ?? until;
  return { outstandingOn: last < to ? last : to, until };
}

/**
 * Returns the measures of a row as one flat object that also contains the age groups.
 */
export const flatOf = ({ aging, ...measures }: CollectionMeasures): Measures =>
  ({ ...measures, ...(aging as Measures | null) }) as Measures;
