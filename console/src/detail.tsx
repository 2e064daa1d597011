// The page of a document: state, history, amounts, relations, files and actions.
import { Anchor, Button, Group, Paper, Stack, Text, Timeline, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { Issue, Timbre } from '@timbre/client';
import { useEffect, useState, type ReactNode } from 'react';
import { Action, Issues, Refused } from './action.tsx';
import { useSession } from './context.ts';
import { Loading, money, noCurrency, priceOf, State, time, day } from './format.tsx';
import { isEditable } from './editable.ts';
import type { Search } from './fields.tsx';
import { column, Rows } from './list.tsx';
import { addressOf, go } from './route.ts';
import { Said } from './said.tsx';
import type { Operation } from './session.ts';
import { t } from './words.ts';

type Document = Record<string, unknown> & { documentRef: string; status?: string };
type Format = 'xml' | 'pdf';

interface Kind {
  operation: Operation;
  title(document: Document): string;
  /** The members shown, in this order; amounts, dates and codes are recognized by their form. */
  fields: string[];
  formats(document: Document): Format[];
  /** The actions that the present state allows. */
  actions(document: Document): ReactNode;
  hasHistory?: boolean;
}

const isDraft = ({ status }: Document) => status === 'draft';
const isValid = ({ status }: Document) => status === 'valid';
/** Returns the name of the other party, which is shown below the title. */
const partyOf = (document: Document) =>
  String(
    document['counterpartyName'] ?? document['customerName'] ?? document['supplierName'] ?? '',
  );
/** Returns the word for a document with its series and folio, such as `Factura A-12`. */
const numbered = (word: string, ...parts: unknown[]): string =>
  `${t(word)} ${parts.filter((part) => part !== undefined && part !== '').join('-') || t('without_folio')}`;
/** Returns the formats in which a document can be downloaded. A draft has no XML yet. */
const filesOf = (document: Document): Format[] => (isDraft(document) ? ['pdf'] : ['pdf', 'xml']);
const stampedFields = [
  'kind', 'withholdingCode', 'direction', 'counterpartyName', 'receiver.rfc', 'series', 'folio', 'uuid',
  'issuedLocalDateTime', 'cfdiUse', 'payment.methodCode', 'payment.formCode', 'payment.remainingBalance',
  'cancellation.state', 'cancellation.motive', 'cancellation.message', 'lastRejection.message',
  'fiscal.subtotal', 'fiscal.discount', 'fiscal.ivaTransferred', 'fiscal.ivaWithheld', 'fiscal.isrWithheld',
  'totals.operation', 'totals.taxable', 'totals.exempt', 'totals.withheld', 'total',
]; // prettier-ignore
const motives = ['02', '03', '01', '04'] as const;

const kinds: Record<string, Kind> = {
  cfdi: {
    operation: 'getCfdi',
    title: ({ kind, series, folio }) => numbered(String(kind), series, folio),
    fields: stampedFields,
    formats: filesOf,
    hasHistory: true,
    actions: (document) => {
      const path = { documentRef: document.documentRef };
      if (document['direction'] !== 'issued') return null;
      return (
        <>
          {isDraft(document) && document['kind'] === 'income' && <EditAction document={document} />}
          <StampedActions
            document={document}
            category="cfdi"
            operations={{ stamp: 'stampCfdi', cancel: 'cancelCfdi', delete: 'deleteCfdi' }}
          />
          {!isDraft(document) && (
            <Action operation="synchronizeCfdi" name="synchronize" path={path} />
          )}
          {document['kind'] !== 'payroll' && (
            <Action
              operation="duplicateCfdi"
              name="duplicate"
              path={path}
              done={(copy: Document) => go(['documents', 'cfdi', copy.documentRef])}
            />
          )}
        </>
      );
    },
  },
  withholding: {
    operation: 'getWithholding',
    title: ({ series, folio }) => numbered('withholding_one', series, folio),
    fields: stampedFields,
    formats: filesOf,
    actions: (document) => (
      <StampedActions
        document={document}
        category="withholding"
        operations={{
          stamp: 'stampWithholding',
          cancel: 'cancelWithholding',
          delete: 'deleteWithholding',
        }}
      />
    ),
  },
  sales_receipt: {
    operation: 'getSalesReceipt',
    title: ({ folio }) => numbered('sales_receipt_one', folio),
    fields: [
      'customerName',
      'locationName',
      'saleType',
      'paymentForm',
      'businessDate',
      'paymentDueDate',
      'operationalBalance',
      'total',
    ],
    formats: () => ['pdf'],
    actions: (document) =>
      document.status === 'open' && (
        <>
          <SendAction document={document} />
          <Action
            operation="cancelSalesReceipt"
            name="cancel_receipt"
            path={{ documentRef: document.documentRef }}
            isDangerous
          />
        </>
      ),
  },
  quote: {
    operation: 'getQuote',
    title: ({ folioNumber }) => numbered('quote_one', folioNumber),
    fields: [
      'folioNumber',
      'customerName',
      'customerEmail',
      'issueDate',
      'validUntil',
      'notes',
      'totals.subtotal',
      'totals.discount',
      'totals.taxes',
      'totals.total',
    ],
    formats: () => ['pdf'],
    actions: (document) => {
      const path = { documentRef: document.documentRef };
      const isOpen = ['draft', 'sent'].includes(document.status ?? '');
      return (
        <>
          {isOpen && (
            <Action
              operation="publishQuote"
              name="publish"
              path={path}
              fields={[{ name: 'message', kind: 'lines', isOptional: true }]}
              body={({ message }) => ({
                sendEmail: Boolean(document['customerEmail']),
                ...(message && { message }),
              })}
            />
          )}
          {isOpen && <Action operation="cancelQuote" name="cancel_quote" path={path} isDangerous />}
        </>
      );
    },
  },
  expense: {
    operation: 'getExpense',
    title: ({ description }) => String(description),
    fields: [
      'supplierName',
      'expenseCategory',
      'settlementState',
      'paymentForm',
      'businessDate',
      'dueOn',
      'openAmount',
      'cfdiUuid',
      'notes',
      'total',
    ],
    formats: () => [],
    actions: ({ documentRef }) => (
      <Action
        operation="deleteExpense"
        name="delete"
        path={{ documentRef }}
        isDangerous
        done={() => go(['documents', 'expense'])}
      />
    ),
  },
  declaration: {
    operation: 'getDeclaration',
    title: ({ operationNumber }) => numbered('declaration_one', operationNumber),
    fields: [
      'fiscalYear',
      'period',
      'periodicity',
      'declarationType',
      'complementaryType',
      'filedAt',
      'captureLine',
      'paymentDate',
      'paidAmount',
      'total',
    ],
    formats: () => ['pdf'],
    actions: () => null,
  },
};

/**
 * Shows the actions on a document that a PAC stamps. Which actions are shown depends on the present
 * state of the document.
 */
function StampedActions({
  document,
  category,
  operations,
}: {
  document: Document;
  category: string;
  operations: Record<'stamp' | 'cancel' | 'delete', Operation>;
}) {
  const path = { documentRef: document.documentRef };
  if (isValid(document))
    return (
      <>
        <SendAction document={document} />
        <CancelAction operation={operations.cancel} path={path} />
      </>
    );
  if (!isDraft(document)) return null;
  return (
    <>
      <Action operation={operations.stamp} name="stamp" path={path} />
      <Action
        operation={operations.delete}
        name="delete"
        path={path}
        isDangerous
        done={() => go(['documents', category])}
      />
    </>
  );
}

const SendAction = ({ document: { documentRef } }: { document: Document }) => (
  <Action
    operation="sendDocument"
    name="send"
    path={{ documentRef }}
    fields={[{ name: 'recipients' }, { name: 'message', kind: 'lines', isOptional: true }]}
    body={({ recipients = '', message }) => ({
      recipients: recipients.split(/[\s,;]+/).filter(Boolean),
      ...(message && { message }),
    })}
  />
);

const EditAction = ({ document }: { document: Document }) => {
  const { may } = useSession();
  if (!may('updateCfdi') || !may('previewCfdi')) return null;
  if (!isEditable(document)) return <Text size="sm">{t('edit_by_api')}</Text>;
  return (
    <Button component="a" href={addressOf(['invoice', document.documentRef])}>
      {t('edit_draft')}
    </Button>
  );
};

/**
 * Searches the documents that can replace a CFDI: valid documents that name it with relationship 04
 * (Anexo 20).
 */
const replacementsOf = (documentRef: string): Search => ({
  async find({ timbre }) {
    const { data } = await timbre.listCfdiRelations({ path: { documentRef } });
    return data.relations.flatMap(({ role, relationship, status, ...one }) =>
      role === 'related_by' && relationship === '04' && status === 'valid' && one.documentRef
        ? [{ value: one.documentRef, label: `${t(one.kind ?? '')} ${one.uuid}` }]
        : [],
    );
  },
});

/** Searches the withholding documents that can replace another one. */
const otherWithholdings = (documentRef: string): Search => ({
  async find({ timbre }, text) {
    const query = { status: 'valid' as const, limit: 20, ...(text && { query: text }) };
    const { data } = await timbre.listWithholdings({ query });
    return data
      .filter((one) => one.documentRef !== documentRef)
      .map((one) => ({
        value: one.documentRef,
        label: `${one.counterpartyName ?? ''} · ${money(one.total.amount, one.total.currency)}`,
      }));
  },
});

const CancelAction = ({
  operation,
  path,
}: {
  operation: Operation;
  path: { documentRef: string };
}) => (
  <Action
    operation={operation}
    name="cancel"
    path={path}
    isDangerous
    fields={[
      { name: 'motive', kind: motives.map((motive) => `motive_${motive}`), preset: 'motive_02' },
      {
        name: 'replacementDocumentRef',
        kind: (operation === 'cancelCfdi' ? replacementsOf : otherWithholdings)(path.documentRef),
        isShown: ({ motive }) => motive === 'motive_01',
        nothing: 'no_replacement',
      },
    ]}
    body={({ motive = '', replacementDocumentRef }) => ({
      motive: motive.slice(-2),
      ...(motive === 'motive_01' && replacementDocumentRef && { replacementDocumentRef }),
    })}
  />
);

export function DocumentPage({ category, documentRef }: { category: string; documentRef: string }) {
  const { ask } = useSession();
  const kind = kinds[category];
  // Browsers of phones cannot show a PDF within a page, so people download it there.
  const isWide = useMediaQuery('(min-width: 48em)');
  const { data, error } = useQuery({
    queryKey: [category, documentRef],
    queryFn: kind
      ? ({ signal }) => ask<Document>(kind.operation, { path: { documentRef }, signal })
      : skipToken,
  });
  if (error || !kind) return <NotShown back={['documents', category]} error={error} />;
  if (!data) return <Loading />;
  const document = data.data;
  const formats = kind.formats(document);
  return (
    <Stack>
      <Anchor href={addressOf(['documents', category])}>← {t(category)}</Anchor>
      <Group>
        <Title order={1} size="h2" className="said">
          {kind.title(document)}
        </Title>
        <State state={document.status} />
      </Group>
      {partyOf(document) && <Text className="said">{partyOf(document)}</Text>}
      <Group gap="xs">
        {kind.actions(document)}
        {formats.map((format) => (
          <Download key={format} documentRef={documentRef} format={format} />
        ))}
      </Group>
      <Issues name="warnings" issues={document['warnings'] as Issue[] | undefined} />
      <div className={isWide && formats.includes('pdf') ? 'beside' : ''}>
        <Stack>
          <Card title="data">
            <Fields of={document} names={kind.fields} />
          </Card>
          {category === 'cfdi' && <Relations documentRef={documentRef} document={document} />}
          <Items items={document['items'] as Item[] | undefined} />
          {kind.hasHistory && <History documentRef={documentRef} />}
        </Stack>
        {isWide && formats.includes('pdf') && (
          <Pdf documentRef={documentRef} version={String(document['updatedAt'])} />
        )}
      </div>
    </Stack>
  );
}

/** Shows that the API refused the record, or that the address names no record. */
export const NotShown = ({ back, error }: { back: string[]; error: Error | null }) => (
  <Stack>
    <Anchor href={addressOf(back)}>← {t(back.at(-1) ?? '')}</Anchor>
    <Title order={1} size="h2">
      {t('not_shown')}
    </Title>
    {error ? <Refused error={error} /> : <Text>{t('nothing')}</Text>}
  </Stack>
);

export const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper withBorder p="md" component="section">
    <Title order={2} size="h4" mb="sm">
      {t(title)}
    </Title>
    {children}
  </Paper>
);

/**
 * Shows members of a record with their labels. Members that the record does not have are left out.
 */
export function Fields({ of, names }: { of: object; names: string[] }) {
  const shown = names
    .map((path): [string, unknown] => [path, memberOf(of, path)])
    .filter(
      ([, value]) => value !== undefined && value !== null && value !== '' && hasAmount(value),
    );
  return (
    <dl className="fields">
      {shown.map(([path, value]) => {
        const word = path.slice(path.lastIndexOf('.') + 1);
        return [
          <dt key={path}>{t(t(path) === path ? word : path)}</dt>,
          <dd key={`${path} value`}>{shownValue(word, value)}</dd>,
        ];
      })}
    </dl>
  );
}

/**
 * Whether the value is a real amount. Documents without amounts have an amount in the currency XXX.
 */
const hasAmount = (value: unknown): boolean =>
  (value as { currency?: string }).currency !== noCurrency;

const memberOf = (record: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, member) => (value as Record<string, unknown> | undefined)?.[member],
      record,
    );

const amounts =
  /^(gross|deductions|isr|imss|subsidy|net|subtotal|discount|taxes|total|.*(Amount|Balance|Withheld|Transferred)|operation|taxable|exempt|withheld)$/;

function shownValue(name: string, value: unknown): ReactNode {
  if (typeof value === 'object' && value !== null && 'amount' in value) {
    const { amount, currency } = value as { amount: number; currency: string };
    return <b>{money(amount, currency)}</b>;
  }
  if (name === 'price') return priceOf(Number(value));
  if (typeof value === 'number') return amounts.test(name) ? money(value) : String(value);
  if (typeof value === 'boolean') return t(String(value));
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return time(text);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return day(text);
  if (name === 'message') return <Said message={text} />;
  return name === 'motive' ? t(`motive_${text}`) : t(text);
}

interface Item {
  description: string;
  quantity: number;
  unitPrice: number;
  /** The amount of a line of a CFDI. */
  amount?: number;
  /** The total of a line of a sales receipt. */
  lineTotal?: number;
}

const amountOf = ({ amount, lineTotal }: Item): number | undefined => amount ?? lineTotal;

const Items = ({ items = [] }: { items: Item[] | undefined }) => {
  if (items.length === 0) return null;
  // The lines of a quote have no column of amounts, because the API returns no amounts for them.
  const columns = items.some((item) => amountOf(item) !== undefined)
    ? [...itemColumns, itemAmount]
    : itemColumns;
  return (
    <Card title="items">
      <Rows spec={{ columns }} rows={items} />
    </Card>
  );
};

const itemColumns = [
  column<Item>('description', ({ description }) => description),
  column<Item>('quantity', ({ quantity }) => quantity, true),
  column<Item>('unitPrice', ({ unitPrice }) => money(unitPrice), true),
];
const itemAmount = column<Item>(
  'amount',
  (item) => {
    const amount = amountOf(item);
    return amount !== undefined && money(amount);
  },
  true,
);

function Relations({ documentRef, document }: { documentRef: string; document: Document }) {
  const { timbre } = useSession();
  const { data } = useQuery({
    queryKey: ['relations', documentRef],
    queryFn: () => timbre.listCfdiRelations({ path: { documentRef } }),
  });
  const relations = data?.data.relations ?? [];
  if (relations.length === 0) return null;
  const earlier = relations.filter(({ role }) => role === 'related' || role === 'paid');
  const later = relations.filter((one) => !earlier.includes(one));
  const nodes = (some: typeof relations) => (
    <ul>
      {some.map(
        ({ role, documentRef: ref, uuid, kind = '', status, amount, relationship }, index) => (
          <li key={index}>
            <Text size="xs" c="dimmed">
              {t(role)} {relationship && `(${relationship})`}
            </Text>
            {ref ? (
              <Anchor href={addressOf(['documents', 'cfdi', ref])}>{t(kind)}</Anchor>
            ) : (
              <span className="said">{uuid}</span>
            )}{' '}
            {amount !== undefined && money(amount)} <State state={status} />
          </li>
        ),
      )}
    </ul>
  );
  return (
    <Card title="relations">
      <div className="graph">
        {earlier.length > 0 && (
          <>
            {nodes(earlier)}
            <span aria-hidden>←</span>
          </>
        )}
        <div className="self">{t(String(document['kind']))}</div>
        {later.length > 0 && (
          <>
            <span aria-hidden>←</span>
            {nodes(later)}
          </>
        )}
      </div>
    </Card>
  );
}

function History({ documentRef }: { documentRef: string }) {
  const { timbre } = useSession();
  const { data } = useQuery({
    queryKey: ['history', documentRef],
    queryFn: () => timbre.listCfdiEvents({ path: { documentRef } }),
  });
  return (
    <Card title="history">
      <Timeline bulletSize={14} lineWidth={2}>
        {data?.data.map(({ eventId, event, outcome, message, at, requestId }) => (
          <Timeline.Item key={eventId} title={t(event)}>
            <Text size="sm">
              {time(at)} {outcome !== 'done' && <State state={outcome} />}
            </Text>
            {message && (
              <Text size="sm" className="said">
                <Said message={message} />
              </Text>
            )}
            <Text size="xs" c="dimmed">
              {requestId}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Card>
  );
}

const fileOf = (timbre: Timbre, documentRef: string, format: Format): Promise<Blob> =>
  timbre.files.downloadDocument({ path: { documentRef, format } });

function Pdf({ documentRef, version }: { documentRef: string; version: string }) {
  const { timbre } = useSession();
  const { data, error } = useQuery({
    queryKey: ['pdf', documentRef, version],
    queryFn: () => fileOf(timbre, documentRef, 'pdf'),
    staleTime: Infinity,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return undefined;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (error) return <Refused error={error} />;
  return url ? <iframe className="pdf" src={url} title="PDF" /> : <Loading />;
}

function Download({ documentRef, format }: { documentRef: string; format: Format }) {
  const { timbre, may } = useSession();
  const [error, setError] = useState<Error>();
  if (!may('downloadDocument')) return null;
  const download = async (): Promise<void> => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await fileOf(timbre, documentRef, format));
    link.download = `${documentRef.replace(':', '-')}.${format}`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <>
      <Button variant="default" onClick={() => void download().catch(setError)}>
        {t('download')} {format.toUpperCase()}
      </Button>
      {error && <Refused error={error} />}
    </>
  );
}
