// The pages that consist of lists, and the pages of their rows: receivables, payroll, long-running
// work, developers, sandbox.
import { Alert, Anchor, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { PayrollRow, WebhookDelivery } from '@timbre/client';
import { Action, Issues } from './action.tsx';
import { useSession } from './context.ts';
import { Card, Fields, NotShown } from './detail.tsx';
import { Sections } from './documents.tsx';
import { day, Loading, money, State, time } from './format.tsx';
import {
  column,
  dates,
  list,
  ListPage,
  readAgain,
  Rows,
  text,
  type List,
  type Members,
  type RecordSpec,
} from './list.tsx';
import { registryLists, registryRecords } from './registry.tsx';
import { addressOf, go, pathOf, type Route } from './route.ts';
import { Said } from './said.tsx';
import { scenarioWords } from './scenarios.ts';
import type { Operation, Session } from './session.ts';
import { t } from './words.ts';
import { setPlace } from './zone.ts';

const rowStates = [
  'ready',
  'needs_attention',
  'excluded',
  'queued',
  'stamped',
  'rejected',
  'canceled',
];

const payTotals = ['gross', 'deductions', 'isr', 'imss', 'subsidy', 'net'].map(
  (name) => `totals.${name}`,
);

/** The lists of each page, keyed by the names of their words. */
const pages: { [page: string]: { [name: string]: List } } = {
  registry: registryLists,
  receivables: {
    by_age: list('listReceivables', {
      filters: [text, { name: 'sort', values: ['name', 'total', 'oldestDueOn'], preset: 'total' }],
      columns: [
        column('customerName', (row) => row.customerName),
        column('current', ({ buckets, currency }) => money(buckets.current, currency), true),
        column('d1to30', ({ buckets, currency }) => money(buckets.d1to30, currency), true),
        column('d31to60', ({ buckets, currency }) => money(buckets.d31to60, currency), true),
        column('d61to90', ({ buckets, currency }) => money(buckets.d61to90, currency), true),
        column('over90', ({ buckets, currency }) => money(buckets.over90, currency), true),
        column('total', (row) => money(row.total, row.currency), true),
      ],
    }),
    calendar: list('listCollectionCalendar', {
      open: ({ documentRef }) => pathOf(documentRef),
      filters: [
        { name: 'status', values: ['pending', 'partially_paid', 'overdue', 'paid', 'canceled'] },
        ...dates,
      ],
      columns: [
        column('dueOn', (row) => day(row.dueOn)),
        column('customerName', (row) => row.customerName),
        column('status', (row) => <State state={row.status} />),
        column('amount', (row) => money(row.amount, row.currency), true),
        column('to_collect', (row) => money(row.open, row.currency), true),
      ],
    }),
  },
  payroll: {
    runs: list('listPayrollRuns', {
      open: ({ runId }) => ['payroll', 'runs', runId],
      isMoving: ({ state }) => state === 'calculating' || state === 'stamping',
      filters: [text, ...dates],
      columns: [
        column(
          'period',
          (row) => row.name ?? `${day(row.periodStartedOn)} – ${day(row.periodEndedOn)}`,
        ),
        column('status', (row) => <State state={row.state} />),
        column('paidOn', (row) => day(row.paidOn)),
        column('employees', ({ totals }) => totals.receiptCount, true),
        column('net', ({ totals }) => money(totals.net), true),
      ],
    }),
  },
  work: {
    imports: list('listImports', {
      isMoving: ({ state }) => state === 'parsing' || state === 'committing',
      columns: [
        column('fileName', (row) => row.fileName),
        column('kind', (row) => t(row.kind)),
        column('status', (row) => <State state={row.state} />),
        column('date', (row) => time(row.createdAt)),
        column('progress', ({ rowsDone, rowsTotal }) => <Done done={rowsDone} total={rowsTotal} />),
      ],
    }),
    synchronizations: list('listSatSyncs', {
      isMoving: ({ state }) => state === 'queued' || state === 'running',
      columns: [
        column('sources', ({ sources }) => sources.map(({ source }) => t(source)).join(', ')),
        column('status', (row) => <State state={row.state} />),
        column('date', (row) => time(row.requestedAt)),
        column('found', ({ sources }) => sources.reduce((sum, one) => sum + one.found, 0), true),
        column('progress', ({ sources }) => (
          <Done done={sources.filter(isOver).length} total={sources.length} />
        )),
      ],
    }),
  },
  developers: {
    activity: list('listDeveloperActivity', {
      open: ({ requestId }) => ['developers', 'activity', requestId],
      filters: [
        { name: 'operation', label: 'operation_name' },
        { name: 'statusClass', values: ['2xx', '4xx', '5xx'] },
        { name: 'channel', values: ['rest', 'mcp'] },
        { name: 'requestId' },
        ...dates,
      ],
      columns: [
        column('operation_name', (row) => row.tool ?? row.operation),
        column('date', (row) => time(row.at)),
        column('answer', (row) => `${row.status} ${row.code ?? ''}`),
        column('issues', (row) => row.issueCodes?.join(', ')),
        column('milliseconds', (row) => Math.round(row.durationMs), true),
        column('requestId', (row) => row.requestId),
      ],
    }),
    keys: list('listCredentials', {
      add: () => <NewKey />,
      filters: [text],
      columns: [
        column('name', (row) => row.name),
        column('status', (row) => <State state={row.status} />),
        column('permissions', (row) => row.permissions.length, true),
        column('limits', ({ limits }) => limitsOf(limits)),
        column('lastUsedAt', (row) => row.lastUsedAt && time(row.lastUsedAt)),
        column('expiresAt', (row) => row.expiresAt && time(row.expiresAt)),
      ],
      actions: ({ credentialId, status }) =>
        status === 'active' && (
          <Action operation="revokeCredential" name="revoke" path={{ credentialId }} isDangerous />
        ),
    }),
    access: list('listAccess', {
      filters: [
        { name: 'kind', values: ['member', 'application', 'credential', 'webhook', 'invitation'] },
        { name: 'memberId' },
        { name: 'applicationId' },
      ],
      columns: [
        column('name', (row) => row.name),
        column('kind', (row) => t(row.kind)),
        column('memberId', (row) => row.memberId),
        column('applicationId', (row) => row.applicationId),
        column('date', (row) => day(row.createdAt)),
        column('lastUsedAt', (row) => row.lastUsedAt && time(row.lastUsedAt)),
      ],
      actions: ({ kind, id: applicationId }) =>
        kind === 'application' && (
          <Action
            operation="disconnectApplication"
            name="disconnect"
            path={{ applicationId }}
            isDangerous
          />
        ),
    }),
    webhooks: list('listWebhooks', {
      add: () => <NewWebhook />,
      open: ({ webhookId }) => ['developers', 'webhooks', webhookId],
      columns: [
        column('url', (row) => row.url),
        column('status', (row) => <State state={row.status} />),
        column('events', (row) => row.events.join(', ')),
        column('date', (row) => day(row.createdAt)),
      ],
      actions: ({ webhookId }) => (
        <Group gap="xs">
          <Action operation="testWebhook" name="test_webhook" path={{ webhookId }} />
          <Action
            operation="rotateWebhookSecret"
            name="rotate_secret"
            path={{ webhookId }}
            secret="secret"
          />
          <Action operation="deleteWebhook" name="delete" path={{ webhookId }} isDangerous />
        </Group>
      ),
    }),
    events: list('listEvents', {
      open: ({ id }) => ['developers', 'events', id],
      filters: [{ name: 'types' }, ...dates],
      columns: [
        column('kind', (row) => row.type),
        column('date', (row) => time(row.timestamp)),
        column('id', (row) => row.id),
      ],
    }),
  },
  sandbox: {
    mailbox: list('listSandboxMails', {
      open: ({ mailId }) => ['sandbox', 'mailbox', mailId],
      filters: [text, ...dates],
      columns: [
        column('subject', (row) => row.subject),
        column('recipient', (row) => row.recipient),
        column('fromName', (row) => row.fromName),
        column('date', (row) => time(row.createdAt)),
      ],
    }),
    scenarios: list('listSandboxScenarios', {
      columns: [
        column('scenario', (row) => scenarioWords(row).title),
        column('status', ({ active }) => active && <State state="scenario_active" />),
        column('happens', (row) => scenarioWords(row).happens),
        column('expect', (row) => scenarioWords(row).expect),
        column('trigger', ({ trigger }) => limitsOf(trigger as object)),
      ],
      actions: ({ id, active }) =>
        active ? (
          <SwitchOff />
        ) : (
          <Action
            operation="putSandboxScenario"
            name="switch_on"
            body={() => ({ scenarioId: id })}
          />
        ),
    }),
  },
};

const records: { [name: string]: RecordSpec } = {
  ...registryRecords,
  runs: {
    operation: 'getPayrollRun',
    path: (runId) => ({ runId }),
    title: ({ name, paidOn }) => String(name ?? `${t('payroll')} · ${day(String(paidOn))}`),
    fields: ['state', 'kind', 'periodStartedOn', 'periodEndedOn', 'paidOn', ...payTotals],
    actions: (runId) => (
      <>
        <Action operation="calculatePayrollRun" name="calculate" path={{ runId }} />
        <Action operation="stampPayrollRun" name="stamp_run" path={{ runId }} />
      </>
    ),
    parts: ({ progress }) => {
      const { done, total } = (progress ?? {}) as { done?: number; total?: number };
      return done === undefined ? null : <Done done={done} total={total} />;
    },
    list: (runId) =>
      list('listPayrollRows', {
        at: { runId },
        open: ({ rowId }) => ['payroll', 'rows', rowId, runId],
        isMoving: ({ state }) => state === 'queued' || state === 'stamping',
        filters: [text, { name: 'state', label: 'status', values: rowStates }],
        columns: [
          column('employee', (row) => row.employeeName),
          column('status', (row) => <State state={row.state} />),
          column('paidDays', (row) => row.paidDays, true),
          column('net', ({ totals }) => totals && money(totals.net), true),
          column('issues', (row) => (
            <Said message={row.issues.map(({ message }) => message).join(' ')} />
          )),
        ],
      }),
  },
  rows: {
    operation: 'getPayrollRow',
    path: (rowId, runId) => ({ runId, rowId }),
    title: ({ employeeName }) => String(employeeName),
    fields: ['state', 'uuid', 'paidDays', ...payTotals],
    // The cast is safe, because the record is the response of `getPayrollRow`.
    parts: (record) => <Receipt row={record as unknown as PayrollRow} />,
  },
  activity: {
    operation: 'getDeveloperActivity',
    path: (requestId) => ({ requestId }),
    title: ({ operation, tool }) => String(tool ?? operation),
    fields: [
      'at', 'channel', 'method', 'path', 'status', 'code', 'reason', 'issueCodes', 'durationMs',
      'idempotentReplay', 'documentRef', 'credentialId', 'userId', 'agent', 'network', 'requestId',
    ], // prettier-ignore
  },
  events: {
    operation: 'getEvent',
    path: (eventId) => ({ eventId }),
    title: ({ type }) => String(type),
    fields: ['id', 'timestamp', 'apiVersion', 'aggregateVersion'],
    parts: ({ data }) => (
      <Card title="data">
        <code className="said">{JSON.stringify(data, null, 2)}</code>
      </Card>
    ),
  },
  webhooks: {
    operation: 'getWebhook',
    path: (webhookId) => ({ webhookId }),
    title: ({ url }) => String(url),
    fields: ['description', 'status', 'events', 'disabledReason', 'failingSince', 'createdAt'],
    list: (webhookId) =>
      list('listWebhookDeliveries', {
        at: { webhookId },
        isMoving: ({ state, attemptCount }) => state === 'pending' && attemptCount === 0,
        filters: [
          { name: 'state', label: 'status', values: ['pending', 'delivered', 'failed'] },
          ...dates,
        ],
        columns: [
          column('kind', (row) => row.eventType),
          column('status', (row) => <State state={row.state} />),
          column('attempts', (row) => row.attempts.map(attemptOf).join('\n')),
          column('date', (row) => time(row.createdAt)),
          column('next_attempt', (row) => row.nextAttemptAt && time(row.nextAttemptAt)),
        ],
        actions: ({ deliveryId }) => (
          <Action operation="redeliverWebhook" name="redeliver" path={{ webhookId, deliveryId }} />
        ),
      }),
  },
  mailbox: {
    operation: 'getSandboxMail',
    path: (mailId) => ({ mailId }),
    title: ({ subject }) => String(subject),
    fields: ['fromName', 'recipient', 'createdAt', 'documentRef'],
    parts: ({ text: content }) => (
      <Card title="message">
        <Text className="said">{String(content)}</Text>
      </Card>
    ),
  },
};

const attemptOf = ({ status, outcome, error = '' }: WebhookDelivery['attempts'][number]): string =>
  `${t(outcome)} ${status ?? error}`;

const isOver = ({ state }: { state: string }): boolean =>
  ['completed', 'failed', 'canceled'].includes(state);

function limitsOf(limits: object | undefined): string {
  return Object.entries(limits ?? {})
    .map(([name, value]) => `${t(name)}: ${shownLimit(value)}`)
    .join('; ');
}

const shownLimit = (value: unknown): string =>
  Array.isArray(value) ? value.map((one) => t(String(one))).join(', ') : t(String(value));

const reports: Operation[] = ['getSalesReport', 'getCollectionsReport', 'getTaxReport'];

/** Whether a person may see at least one part of a page. */
export function isSeen(page: string, { may, isSandbox }: Session): boolean {
  if (page === 'sandbox' && !isSandbox) return false;
  if (page === 'reports') return reports.some(may);
  const lists = pages[page];
  return lists === undefined || Object.values(lists).some(({ operation }) => may(operation));
}

/** The names of the pages that consist of lists. */
export const sections = Object.keys(pages);

export function Section({ route }: { route: Route }) {
  const { may } = useSession();
  const [page = '', chosen, id, within = ''] = route.path;
  const lists = pages[page] ?? {};
  const seen = Object.entries(lists).flatMap(([name, list]) => (may(list.operation) ? [name] : []));
  const name = chosen ?? seen[0] ?? '';
  if (id !== undefined)
    return <RecordPage key={id} name={name} id={id} within={within} route={route} />;
  const shown = seen.includes(name) ? lists[name] : undefined;
  return (
    <Stack>
      <Title order={1} size="h2">
        {t(page)}
      </Title>
      {page === 'sandbox' && <Clock />}
      {page === 'sandbox' && <ActiveScenario />}
      <Sections names={seen} chosen={name} open={(next) => go([page, next])} />
      {shown && <ListPage key={name} list={shown} route={{ ...route, path: [page, name] }} />}
    </Stack>
  );
}

function RecordPage({
  name,
  id,
  within,
  route,
}: {
  name: string;
  id: string;
  within: string;
  route: Route;
}) {
  const { ask } = useSession();
  const record = records[name];
  const { data, error } = useQuery({
    queryKey: [name, id],
    queryFn: record
      ? ({ signal }) => ask<Members>(record.operation, { path: record.path(id, within), signal })
      : skipToken,
    refetchInterval: ({ state }) => (state.data?.data['progress'] ? readAgain : false),
  });
  const [page = ''] = route.path;
  const back = name === 'rows' ? [page, 'runs', within] : [page, name];
  if (error || !record) return <NotShown back={back} error={error} />;
  if (!data) return <Loading />;
  return (
    <Stack>
      <Anchor href={addressOf(back)}>← {t(back[1] ?? '')}</Anchor>
      <Title order={1} size="h2" className="said">
        {record.title(data.data)}
      </Title>
      {record.actions && <Group gap="xs">{record.actions(id, data.data)}</Group>}
      <Card title="facts">
        <Fields of={data.data} names={record.fields} />
      </Card>
      {record.parts?.(data.data)}
      {record.list && <ListPage list={record.list(id)} route={route} />}
    </Stack>
  );
}

/** Shows the progress of long-running work. */
const Done = ({ done, total }: { done: number; total?: number | undefined }) => (
  <Group gap="xs" wrap="nowrap">
    <Progress w={120} value={total ? (100 * done) / total : 0} aria-label={t('progress')} />
    <Text size="sm">
      {done}
      {total !== undefined && ` / ${total}`}
    </Text>
  </Group>
);

/**
 * Shows the lines of a payroll receipt, the steps of its calculation and the rules of law behind
 * its figures.
 */
function Receipt({ row }: { row: PayrollRow }) {
  const { explanation } = row;
  const lines = [
    ...row.earnings.map(({ taxableAmount, exemptAmount, ...one }) => ({
      ...one,
      kind: 'earnings',
      amount: money(taxableAmount + exemptAmount),
    })),
    ...row.deductions.map((one) => ({ ...one, kind: 'deductions', amount: money(one.amount) })),
    ...row.otherPayments.map((one) => ({
      ...one,
      kind: 'otherPayments',
      amount: money(one.amount),
    })),
  ];
  return (
    <>
      <Issues
        name="issues"
        issues={row.issues.map(({ message, field }) => ({ message, path: field ? [field] : [] }))}
      />
      <Card title="receipt">
        <Rows spec={{ columns: lineColumns }} rows={lines} />
      </Card>
      {explanation && (
        <Card title="explanation">
          <Rows spec={{ columns: stepColumns }} rows={explanation.lines} />
          <Rows spec={{ columns: ruleColumns }} rows={explanation.rules} />
        </Card>
      )}
    </>
  );
}

interface Line {
  kind: string;
  type: string;
  description?: string;
  amount: string;
}

type Explanation = NonNullable<PayrollRow['explanation']>;

const lineColumns = [
  column<Line>('kind', ({ kind }) => t(kind)),
  column<Line>('description', ({ type, description = '' }) => `${type} ${description}`),
  column<Line>('amount', ({ amount }) => amount, true),
];
const stepColumns = [
  column<Explanation['lines'][number]>('step', ({ label }) => label),
  column<Explanation['lines'][number]>('amount', ({ amount }) => money(amount), true),
];
const ruleColumns = [
  column<Explanation['rules'][number]>('rule', ({ label }) => label),
  column<Explanation['rules'][number]>('legalBasis', ({ legalBasis }) => legalBasis),
  column<Explanation['rules'][number]>('validFrom', ({ validFrom }) => day(validFrom)),
];

const NewKey = () => (
  <Action
    operation="createCredential"
    name="create_key"
    secret="apiKey"
    fields={[
      { name: 'name' },
      { name: 'permissions', kind: 'permissions' },
      { name: 'documentAmountMax', kind: 'number', isOptional: true },
      { name: 'dayAmountMax', kind: 'number', isOptional: true },
      { name: 'dryRun', kind: ['true'], isOptional: true },
      { name: 'requiresApproval', kind: ['true'], isOptional: true },
    ]}
    body={({
      name,
      permissions = '',
      documentAmountMax,
      dayAmountMax,
      dryRun,
      requiresApproval,
    }) => {
      const limits = {
        ...(documentAmountMax && { documentAmountMax: Number(documentAmountMax) }),
        ...(dayAmountMax && { dayAmountMax: Number(dayAmountMax) }),
        ...(dryRun && { dryRun: true }),
        ...(requiresApproval && { requiresApproval: true }),
      };
      const hasLimits = Object.keys(limits).length > 0;
      return { name, permissions: wordsOf(permissions), ...(hasLimits && { limits }) };
    }}
  />
);

const NewWebhook = () => (
  <Action
    operation="createWebhook"
    name="create_webhook"
    secret="secret"
    fields={[{ name: 'url' }, { name: 'events', kind: 'lines', preset: '*' }]}
    body={({ url, events = '' }) => ({ url, events: wordsOf(events) })}
  />
);

const wordsOf = (given: string): string[] => given.split(/[\s,;]+/).filter(Boolean);

const SwitchOff = () => (
  <Action operation="putSandboxScenario" name="switch_off" body={() => ({ scenarioId: null })} />
);

/**
 * Shows the active scenario above every list of the sandbox, because it changes the outcome of
 * stamps.
 */
function ActiveScenario() {
  const { timbre, may } = useSession();
  const { data } = useQuery({
    queryKey: ['active scenario'],
    queryFn: () => timbre.listSandboxScenarios(),
    enabled: may('listSandboxScenarios'),
  });
  const active = data?.data.find((one) => one.active);
  if (!active) return null;
  return (
    <Alert color="orange" title={`${t('scenario_active')}: ${scenarioWords(active).title}`}>
      <Stack align="start" gap="xs">
        {scenarioWords(active).happens}
        <SwitchOff />
      </Stack>
    </Alert>
  );
}

const Clock = () => (
  <div>
    <Action
      operation="advanceSandboxClock"
      name="advance_clock"
      fields={[{ name: 'days', kind: 'number', preset: '1' }]}
      body={({ days }) => ({ days: Number(days) })}
      done={setPlace}
    />
  </div>
);
