// The first page. It shows whether documents can be stamped, how to correct what prevents it, and
// which work is waiting or due.
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Timbre } from '@timbre/client';
import type { ReactNode } from 'react';
import { Action, Refused } from './action.tsx';
import { useSession } from './context.ts';
import { Card } from './detail.tsx';
import { catalog } from './fields.tsx';
import { day, money, State, time } from './format.tsx';
import { addressOf, pathOf } from './route.ts';
import { Said } from './said.tsx';
import type { Operation, Session } from './session.ts';
import { t } from './words.ts';
import { today } from './zone.ts';

const weekDays = 7;

export function Home() {
  const { organization } = useSession();
  return (
    <Stack>
      <Title order={1} size="h2">
        {organization || t('home')}
      </Title>
      <div className="cards">
        <Part operation="getFiscalReadiness" title="readiness">
          <Readiness />
        </Part>
        <Part operation="listApprovals" title="approvals">
          <Approvals />
        </Part>
        <Part operation="listCollectionCalendar" title="due_this_week">
          <Due />
        </Part>
        <Part operation="listCfdi" title="drafts">
          <Drafts />
        </Part>
        <Part operation="getOrganizationWallet" title="stamps">
          <Stamps />
        </Part>
        <Part operation="listDeveloperActivity" title="refused_lately">
          <RefusedLately />
        </Part>
        <Part operation="listEvents" title="refused_cancellations">
          <RefusedCancellations />
        </Part>
      </div>
    </Stack>
  );
}

/** Shows a part of the page only to people who may read its data. */
const Part = ({
  operation,
  title,
  children,
}: {
  operation: Operation;
  title: string;
  children: ReactNode;
}) => (useSession().may(operation) ? <Card title={title}>{children}</Card> : null);

function useAnswer<Data>(name: string, ask: (session: Session) => Promise<Data>) {
  const session = useSession();
  return useQuery({ queryKey: ['home', name], queryFn: () => ask(session) });
}

function Readiness() {
  const { isSandbox } = useSession();
  const { data, error } = useAnswer('readiness', ({ timbre }) => timbre.getFiscalReadiness());
  if (error) return <Refused error={error} />;
  const { checks = [], kinds = [] } = data?.data ?? {};
  const faults = new Map(
    [...checks, ...kinds.flatMap((kind) => kind.checks)]
      .filter(({ ready }) => !ready)
      .map((check) => [check.code, check]),
  );
  return (
    <Stack gap="xs">
      {kinds.map(({ kind, ready }) => (
        <Group key={kind} justify="space-between">
          <Text>{t(kind)}</Text>
          <State state={ready && data?.data.ready ? 'ready' : 'not_ready'} />
        </Group>
      ))}
      {[...faults.values()].map(({ code, message }) => (
        <div key={code}>
          <Text size="sm">
            <Said message={message} />
          </Text>
          {mends(code, isSandbox)}
        </div>
      ))}
    </Stack>
  );
}

/** Returns the button with which a person corrects a failed check. */
function mends(code: string, isSandbox: boolean): ReactNode {
  if (code === 'legal_name')
    return (
      <Action
        operation="putFiscalProfile"
        name="set_legal_name"
        fields={[{ name: 'legalName' }]}
        run={async ({ timbre, ask }, { legalName = '' }, idempotencyKey) => {
          const { rfc, taxSystem, postalCode, iepsTaxpayer, address } = (
            await timbre.getFiscalProfile()
          ).data;
          const body = { rfc, legalName, taxSystem, postalCode, iepsTaxpayer, address };
          return ask('putFiscalProfile', { body, idempotencyKey });
        }}
      />
    );
  if (code === 'fiscal_profile')
    return (
      <Action
        operation="putFiscalProfile"
        name="set_profile"
        fields={[
          { name: 'rfc' },
          { name: 'legalName' },
          { name: 'taxSystem', kind: catalog('c_RegimenFiscal') },
          { name: 'postalCode' },
        ]}
      />
    );
  if (code === 'certificate' || code === 'certificate_renewal')
    return isSandbox ? sandboxCertificate : certificate;
  if (code === 'employer')
    return (
      <Action
        operation="putPayrollEmployer"
        name="set_employer"
        fields={[{ name: 'employerRegistration' }]}
        body={({ employerRegistration }) => ({
          registrations: [{ registration: employerRegistration }],
        })}
      />
    );
  return null;
}

const certificate = (
  <Action
    operation="uploadCertificate"
    name="upload_certificate"
    fields={[
      { name: 'certificate', kind: 'file' },
      { name: 'privateKey', kind: 'file' },
      { name: 'passphrase', kind: 'secret' },
    ]}
    run={({ timbre }, { certificate = '', privateKey = '', passphrase = '' }, idempotencyKey) =>
      sealWith(timbre, { certificate, privateKey, passphrase }, idempotencyKey)
    }
  />
);

const sandboxCertificate = (
  <Action
    operation="uploadCertificate"
    name="create_certificate"
    run={async ({ timbre }, _, idempotencyKey) => {
      const { rfc, legalName } = (await timbre.getFiscalProfile()).data;
      const { data } = await timbre.createSandboxCertificate({
        body: { kind: 'csd', rfc, legalName },
        idempotencyKey: `${idempotencyKey}-create`,
      });
      const { certificate, privateKey, passphrase } = data;
      return sealWith(timbre, { certificate, privateKey, passphrase }, idempotencyKey);
    }}
  />
);

/** Uploads a certificate and makes it the one with which documents are sealed from now on. */
async function sealWith(
  timbre: Timbre,
  body: { certificate: string; privateKey: string; passphrase: string },
  idempotencyKey: string,
): Promise<unknown> {
  const { data } = await timbre.uploadCertificate({ body, idempotencyKey });
  if (data.status === 'active') return data;
  return timbre.activateCertificate({
    path: { certificateId: data.certificateId },
    idempotencyKey: `${idempotencyKey}-activate`,
  });
}

function Approvals() {
  const { data } = useAnswer('approvals', ({ timbre }) =>
    timbre.listApprovals({ query: { status: 'pending', limit: 5 } }),
  );
  if (data?.data.length === 0) return <Text>{t('nothing_waits')}</Text>;
  return data?.data.map(({ approvalId, summary, createdAt }) => (
    <Stack key={approvalId} gap={4} mb="sm">
      <Text className="said">{summary}</Text>
      <Text size="xs" c="dimmed">
        {day(createdAt)}
      </Text>
      <Group gap="xs">
        <Action operation="approveRequest" name="approve" path={{ approvalId }} />
        <Action
          operation="rejectRequest"
          name="reject"
          path={{ approvalId }}
          isDangerous
          fields={[{ name: 'reason', kind: 'lines' }]}
        />
      </Group>
    </Stack>
  ));
}

function Due() {
  const { data } = useAnswer('due', ({ timbre }) =>
    timbre.listCollectionCalendar({ query: { dateTo: today(weekDays), limit: 8 } }),
  );
  const open = data?.data.filter((one) => one.open > 0);
  if (open?.length === 0) return <Text>{t('nothing_due')}</Text>;
  return open?.map((one) => (
    <Group key={one.eventId} justify="space-between" gap="xs" wrap="nowrap">
      <Anchor href={addressOf(pathOf(one.documentRef))}>
        {day(one.dueOn)} {one.customerName}
      </Anchor>
      <Text className="number">{money(one.open, one.currency)}</Text>
    </Group>
  ));
}

function Drafts() {
  const { data } = useAnswer('drafts', ({ timbre }) =>
    timbre.listCfdi({ query: { status: 'draft', limit: 5 } }),
  );
  if (data?.data.length === 0) return <Text>{t('nothing_drafted')}</Text>;
  return (
    <>
      {data?.data.map((one) => (
        <Group key={one.documentRef} justify="space-between" gap="xs" mb={6} wrap="nowrap">
          <Anchor href={addressOf(['documents', 'cfdi', one.documentRef])}>
            {one.counterpartyName ?? t(one.kind)}
          </Anchor>
          <Text className="number">{money(one.total.amount, one.total.currency)}</Text>
        </Group>
      ))}
      <Anchor href={addressOf(['documents', 'cfdi'], { status: 'draft' })}>{t('all')}</Anchor>
    </>
  );
}

function Stamps() {
  const { data } = useAnswer('wallet', ({ timbre }) => timbre.getOrganizationWallet());
  if (!data) return null;
  const { balanceMinor, reservedMinor, stampPriceMinor, topUpUrl } = data.data;
  if (stampPriceMinor === 0) return <Text>{t('stamps_free')}</Text>;
  return (
    <Stack gap={4}>
      <Text size="xl" fw={700}>
        {Math.floor((balanceMinor - reservedMinor) / stampPriceMinor)}
      </Text>
      <Text size="sm">{money(balanceMinor / 100)}</Text>
      {topUpUrl && (
        <Button component="a" href={topUpUrl} target="_blank" rel="noreferrer">
          {t('top_up')}
        </Button>
      )}
    </Stack>
  );
}

function RefusedLately() {
  const { data } = useAnswer('refused', ({ timbre }) =>
    timbre.listDeveloperActivity({
      query: { operation: 'stampCfdi', statusClass: '4xx', limit: 5 },
    }),
  );
  if (data?.data.length === 0) return <Text>{t('nothing_refused')}</Text>;
  return data?.data.map((request) => <RefusedOne key={request.requestId} request={request} />);
}

type RefusedRequest = Awaited<ReturnType<Timbre['listDeveloperActivity']>>['data'][number];

/** Shows a refused stamp, with the reasons that the PAC, the SAT or a rule gave at that time. */
function RefusedOne({ request }: { request: RefusedRequest }) {
  const { requestId, at, code = '', reason, issueCodes = [], documentRef } = request;
  const path = documentRef ? pathOf(documentRef) : ['developers', 'activity', requestId];
  const causes = issueCodes.length === 0 && reason ? [reason] : issueCodes;
  return <Refusal path={path} at={at} state={code} causes={causes} />;
}

/** Shows a refusal with its document, its time and its reasons. */
const Refusal = ({
  path,
  at,
  state,
  causes,
}: {
  path: string[];
  at: string;
  state: string;
  /** The reasons, as keys of `words.ts`. */
  causes: readonly string[];
}) => (
  <Stack gap={2} mb="xs">
    <Group gap="xs">
      <Anchor href={addressOf(path)}>{time(at)}</Anchor>
      <State state={state} />
    </Group>
    {causes.map((cause) => (
      <Text key={cause} size="sm" className="said">
        {t(cause)}
      </Text>
    ))}
  </Stack>
);

/** Shows the documents whose cancellation the receiver or the SAT refused lately. */
function RefusedCancellations() {
  const { data } = useAnswer('refused_cancellations', ({ timbre }) =>
    timbre.listEvents({
      query: { types: 'cfdi.cancellation_changed,withholding.cancellation_changed', limit: 50 },
    }),
  );
  const refused = data?.data.flatMap((event) => {
    const { documentRef, cancellation } = event.data as Partial<Canceling>;
    if (!documentRef || cancellation?.state !== 'rejected') return [];
    return [{ ...event, documentRef, cancellation }];
  });
  if (refused?.length === 0) return <Text>{t('nothing_refused')}</Text>;
  return refused
    ?.slice(0, 5)
    .map(({ id, timestamp, documentRef, cancellation }) => (
      <Refusal
        key={id}
        path={pathOf(documentRef)}
        at={timestamp}
        state={cancellation.state}
        causes={['cancellation_refused']}
      />
    ));
}

/** The common fields of the events about cancellations. */
interface Canceling {
  documentRef: string;
  cancellation?: { state: string };
}
