// The page of documents: a list for each category, with the filters of the API.
import { Button, Group, Tabs, Title } from '@mantine/core';
import { useSession } from './context.ts';
import { day, money, State } from './format.tsx';
import { column, dates, list, ListPage, text, type Filter, type List } from './list.tsx';
import { addressOf, go, type Route } from './route.ts';
import { t } from './words.ts';
import { today } from './zone.ts';

const status = (...values: string[]): Filter => ({ name: 'status', values });
const stamped = status('draft', 'valid', 'canceled');
const isArchived: Filter = { name: 'archived', values: ['true', 'false'] };
const localDay = (at: string | undefined) => at && day(at);

const categories: Record<string, List> = {
  cfdi: list('listCfdi', {
    open: ({ documentRef }) => ['documents', 'cfdi', documentRef],
    filters: [
      text,
      stamped,
      {
        name: 'kind',
        values: ['income', 'credit_note', 'payment_complement', 'payroll', 'transfer'],
      },
      { name: 'direction', values: ['issued', 'received'] },
      ...dates,
      isArchived,
    ],
    columns: [
      column('counterparty', (row) => row.counterpartyName),
      column('folio', ({ series, folio }) => [series, folio].filter(Boolean).join('-')),
      column('kind', ({ kind }) => t(kind)),
      column('status', (row) => <State state={row.status} />),
      column('date', (row) => localDay(row.issuedLocalDateTime)),
      column('total', ({ total }) => money(total.amount, total.currency), true),
    ],
  }),
  withholding: list('listWithholdings', {
    open: ({ documentRef }) => ['documents', 'withholding', documentRef],
    filters: [text, stamped, ...dates, isArchived],
    columns: [
      column('counterparty', (row) => row.counterpartyName),
      column('withholdingCode', (row) => row.withholdingCode),
      column('status', (row) => <State state={row.status} />),
      column('date', (row) => localDay(row.issuedLocalDateTime)),
      column('total', ({ total }) => money(total.amount, total.currency), true),
      column('withheld', ({ withheld }) => money(withheld.amount, withheld.currency), true),
    ],
  }),
  sales_receipt: list('listSalesReceipts', {
    open: ({ documentRef }) => ['documents', 'sales_receipt', documentRef],
    filters: [text, status('open', 'invoiced', 'global_invoiced', 'canceled'), ...dates],
    columns: [
      column('folio', (row) => row.folio),
      column('customerName', (row) => row.customerName),
      column('status', (row) => <State state={row.status} />),
      column('date', (row) => day(row.businessDate)),
      column('total', ({ total }) => money(total.amount, total.currency), true),
    ],
  }),
  quote: list('listQuotes', {
    open: ({ documentRef }) => ['documents', 'quote', documentRef],
    filters: [
      text,
      status('draft', 'sent', 'accepted', 'converted', 'expired', 'canceled'),
      ...dates,
    ],
    columns: [
      column('customerName', (row) => row.customerName),
      column('folio', (row) => row.folioNumber),
      column('status', (row) => <State state={row.status} />),
      column('date', (row) => day(row.issueDate)),
      column('total', (row) => money(row.totals.total, row.currency), true),
    ],
  }),
  expense: list('listExpenses', {
    open: ({ documentRef }) => ['documents', 'expense', documentRef],
    filters: [
      text,
      { name: 'settlementState', values: ['open', 'partially_settled', 'settled'] },
      { name: 'hasCfdi', values: ['true', 'false'] },
      ...dates,
    ],
    columns: [
      column('description', (row) => row.description),
      column('supplierName', (row) => row.supplierName),
      column('expenseCategory', (row) => row.expenseCategory),
      column('settlementState', (row) => <State state={row.settlementState} />),
      column('date', (row) => day(row.businessDate)),
      column('total', ({ total }) => money(total.amount, total.currency), true),
    ],
  }),
  declaration: list('listDeclarations', {
    open: ({ documentRef }) => ['documents', 'declaration', documentRef],
    filters: [text, { name: 'fiscalYear', preset: () => today().slice(0, 4) }],
    columns: [
      column('operationNumber', (row) => row.operationNumber),
      column('declarationType', (row) => row.declarationType),
      column('period', (row) => `${row.fiscalYear}-${String(row.period).padStart(2, '0')}`),
      column('status', (row) => row.status),
      column('date', (row) => day(row.filedAt)),
      column('total', ({ total }) => total && money(total.amount, total.currency), true),
    ],
  }),
};

export function Documents({ route }: { route: Route }) {
  const { may } = useSession();
  const seen = Object.entries(categories).flatMap(([name, list]) =>
    may(list.operation) ? [name] : [],
  );
  const [, chosen = seen[0] ?? ''] = route.path;
  const shown = seen.includes(chosen) ? categories[chosen] : undefined;
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={1} size="h2">
          {t('documents')}
        </Title>
        {may('createCfdi') && may('previewCfdi') && (
          <Group gap="xs">
            <Button component="a" variant="filled" href={addressOf(['invoice'])}>
              {t('new_invoice')}
            </Button>
            {may('listReceivableInvoices') && (
              <Button component="a" href={addressOf(['payment'])}>
                {t('new_payment')}
              </Button>
            )}
          </Group>
        )}
      </Group>
      <Sections names={seen} chosen={chosen} open={(name) => go(['documents', name])} />
      {shown && (
        <ListPage key={chosen} list={shown} route={{ ...route, path: ['documents', chosen] }} />
      )}
    </>
  );
}

/** Shows the tabs of a page; the content of one tab is visible at a time. */
export const Sections = ({
  names,
  chosen,
  open,
}: {
  names: string[];
  chosen: string;
  open(name: string): void;
}) => (
  <Tabs value={chosen} onChange={(name) => name && open(name)} mb="md" component="nav">
    <Tabs.List>
      {names.map((name) => (
        <Tabs.Tab key={name} value={name}>
          {t(name)}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  </Tabs>
);
