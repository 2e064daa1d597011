// Charts of sales, collections and taxes by month. Below each chart, its figures are shown as a
// table.
import { NativeSelect, Stack, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused } from './action.tsx';
import { useSession } from './context.ts';
import { Card } from './detail.tsx';
import { Loading, money } from './format.tsx';
import { column, Rows } from './list.tsx';
import type { Operation, Session } from './session.ts';
import { locale, t } from './words.ts';
import { today } from './zone.ts';

interface Month {
  /** The month, such as `2026-05`. */
  month: string;
  /** The amounts in pesos, keyed by the name of their series. */
  amounts: Record<string, number>;
}

interface Report {
  operation: Operation;
  title: string;
  /** The names of the two series (keys in `words.ts`), in the order of their bars. */
  series: [string, string];
  ask(session: Session, year: number): Promise<Month[]>;
}

const yearOf = (year: number) => ({
  dateFrom: `${year}-01-01`,
  dateTo: `${year}-12-31`,
  interval: 'month' as const,
});

const reports: Report[] = [
  {
    operation: 'getSalesReport',
    title: 'sales',
    series: ['sold_with_taxes', 'of_it_taxes'],
    ask: async ({ timbre }, year) => {
      const { data } = await timbre.getSalesReport({ query: yearOf(year) });
      return data.series.map(({ periodStart, net, tax }) => ({
        month: periodStart.slice(0, 7),
        amounts: { sold_with_taxes: net, of_it_taxes: tax },
      }));
    },
  },
  {
    operation: 'getCollectionsReport',
    title: 'collections',
    series: ['invoiced_amount', 'collected'],
    ask: async ({ timbre }, year) => {
      const { data } = await timbre.getCollectionsReport({ query: yearOf(year) });
      return data.series.map(({ periodStart, invoiced, collected }) => ({
        month: periodStart.slice(0, 7),
        amounts: { invoiced_amount: invoiced, collected },
      }));
    },
  },
  {
    operation: 'getTaxReport',
    title: 'declared_taxes',
    series: ['declared', 'paid_taxes'],
    ask: async ({ timbre }, year) => {
      const { data } = await timbre.getTaxReport({ query: { fiscalYear: year } });
      return data.periods.map(({ period, declaredTaxTotal, paidTaxTotal }) => ({
        month: `${year}-${String(period).padStart(2, '0')}`,
        amounts: { declared: declaredTaxTotal, paid_taxes: paidTaxTotal },
      }));
    },
  },
];

/** The number of past years that a person can choose. */
const yearsBack = 5;

export function Reports() {
  const { may } = useSession();
  const now = Number(today().slice(0, 4));
  const [year, setYear] = useState(now);
  return (
    <Stack>
      <Title order={1} size="h2">
        {t('reports')}
      </Title>
      <NativeSelect
        label={t('fiscalYear')}
        w={160}
        value={String(year)}
        data={Array.from({ length: yearsBack }, (_, back) => String(now - back))}
        onChange={(event) => setYear(Number(event.currentTarget.value))}
      />
      {reports
        .filter(({ operation }) => may(operation))
        .map((report) => (
          <Card key={report.title} title={report.title}>
            <Chart report={report} year={year} />
          </Card>
        ))}
    </Stack>
  );
}

function Chart({ report, year }: { report: Report; year: number }) {
  const session = useSession();
  const { data, error } = useQuery({
    queryKey: ['report', report.operation, year],
    queryFn: () => report.ask(session, year),
  });
  if (error) return <Refused error={error} />;
  if (!data) return <Loading />;
  const filled = data.filter(({ amounts }) => Object.values(amounts).some((one) => one !== 0));
  if (filled.length === 0) return t('nothing');
  return (
    <>
      <Bars report={report} year={year} months={data} />
      <Rows
        rows={filled}
        spec={{
          columns: [
            column<Month>('month', ({ month }) => monthName(month)),
            ...report.series.map((name) =>
              column<Month>(name, ({ amounts }) => money(amounts[name] ?? 0), true),
            ),
          ],
        }}
      />
    </>
  );
}

const monthName = (month: string): string =>
  new Intl.DateTimeFormat(locale(), { month: 'short', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  );

// The height of the drawing and of the line of month names below it, in units of the drawing.
const [height, foot] = [180, 20];
/**
 * The width of the drawing, in a wide window and on a phone. On a phone it is narrower, so that the
 * names of the months stay readable.
 */
const [wide, narrow] = [720, 360];
const colors = ['var(--mantine-color-indigo-8)', 'var(--mantine-color-teal-6)'];

/**
 * Draws a bar for each month and series of a year. Amounts below zero have no bar, but the table
 * shows them.
 */
function Bars({ report, year, months }: { report: Report; year: number; months: Month[] }) {
  const width = useMediaQuery('(min-width: 48em)') ? wide : narrow;
  const slot = width / 12;
  const bar = slot / 3;
  const top = Math.max(1, ...months.flatMap(({ amounts }) => Object.values(amounts)));
  const names = report.series.map((name) => t(name)).join(', ');
  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${width} ${height + foot}`}
        role="img"
        aria-label={`${t(report.title)} ${year}: ${names}`}
      >
        {months.map(({ month, amounts }) => {
          const left = (Number(month.slice(5)) - 1) * slot;
          return (
            <g key={month}>
              {report.series.map((name, place) => {
                const tall = (Math.max(0, amounts[name] ?? 0) / top) * height;
                return (
                  <rect
                    key={name}
                    x={left + bar * (place + 0.5)}
                    y={height - tall}
                    width={bar - 2}
                    height={tall}
                    fill={colors[place]}
                  >
                    <title>{`${t(name)}: ${money(amounts[name] ?? 0)}`}</title>
                  </rect>
                );
              })}
              <text x={left + slot / 2} y={height + foot - 5} textAnchor="middle" fontSize={13}>
                {monthName(month)}
              </text>
            </g>
          );
        })}
        <line x1={0} x2={width} y1={height} y2={height} stroke="var(--mantine-color-gray-6)" />
      </svg>
      <figcaption>
        {report.series.map((name, place) => (
          <span key={name} className={`series series-${place}`}>
            {t(name)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
