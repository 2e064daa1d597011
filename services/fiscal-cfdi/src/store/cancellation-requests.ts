import { defineEntity, LockMode, p, type InferEntity } from '@mikro-orm/postgresql';
import { type cancellationRequest, type money, publicForm } from '@timbre/api';
import { fiscalCfdi } from '@timbre/contract';
import { documentRef } from '@timbre/fiscal';
import {
  instant,
  json,
  messageOf,
  notFound,
  number,
  object,
  resource,
  type Answer,
  type DomainEvent,
  type List,
  type Transaction,
} from '@timbre/kit';
import type { ReceiverChoice, RequestState } from '../domain/cancelling/receiver-request';

/**
 * An issuer's request to cancel a document that the organization received. A document has at most one open
 * request.
 */
export const CancellationRequest = defineEntity({
  name: 'CancellationRequest',
  tableName: 'cancellation_requests',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    uuid: p.uuid(),
    /** The RFC of the receiver, which is the organization itself. */
    rfc: p.text(),
    state: p.string().$type<RequestState>(),
    firstSeenAt: p.datetime(),
    /**
     * The deadline for the organization's answer; null for a request that follows a rejection, because such
     * a request has no deadline.
     */
    answerBefore: p.datetime().nullable(),
    /** The number of consecutive lists of the PAC, up to the latest, that did not contain the request. */
    missed: p.integer(),
    answer: p.string().$type<ReceiverChoice>().nullable(),
    /** The route and idempotency key of the call that answered the request. */
    requestedBy: p.text().nullable(),
    actor: p.text().nullable(),
    answerXml: p.blob().nullable(),
    /** The SAT's acknowledgement (acuse), byte for byte. */
    acuse: p.blob().nullable(),
    code: p.text().nullable(),
    message: p.text().nullable(),
    looks: p.integer(),
    sentAt: p.datetime().nullable(),
    /** The time of the next query to the PAC or the SAT. */
    nextCheckAt: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
  },
});

export type CancellationRequest = InferEntity<typeof CancellationRequest>;

type Shape = Answer<typeof cancellationRequest>;
type Document = NonNullable<Shape['document']>;

/**
 * The SQL that returns the document of a cancellation request, if the document is stored. If the document
 * is missing, a later synchronization may add it.
 */
const document = `(select json_strip_nulls(${object<Document>({
  documentRef: `'cfdi:' || c.id`,
  kind: 'c.kind',
  status: 'c.status',
  issuerRfc: 'c.counterparty_rfc',
  issuerName: 'c.counterparty_name',
  total: object<Answer<typeof money>>({ amount: number('c.total'), currency: 'c.currency' }),
  issuedLocalDateTime: 'c.issued_local',
  series: 'c.series',
  folio: 'coalesce(c.folio::text, c.external_folio)',
})}) from cfdi c where c.org_id = r.org_id and c.uuid = r.uuid and c.direction = 'received')`;

export const cancellationRequestResource = resource<Shape>(
  'cancellation request',
  'cancellation_requests',
  {
    uuid: 'r.uuid',
    state: 'r.state',
    receiverRfc: 'r.rfc',
    firstSeenAt: instant('r.first_seen_at'),
    answerBefore: instant('r.answer_before'),
    document: json(document),
    answer: 'r.answer',
    code: 'r.code',
    message: 'r.message',
    finishedAt: instant('r.finished_at'),
  },
);

export const cancellationRequestList: List = {
  name: 'cancellation_requests',
  resource: cancellationRequestResource,
  searchColumn: 'r.uuid::text',
  instantColumn: 'r.first_seen_at',
};

/**
 * Reads and locks the newest cancellation request for a document.
 * @throws Refusal not_found
 */
export async function lockRequestOf(tx: Transaction, uuid: string): Promise<CancellationRequest> {
  const [row] = await tx.rows<{ id: string }>(
    `select id from cancellation_requests where org_id = $1 and uuid = $2::uuid
     order by id desc limit 1`,
    [tx.organizationId, uuid],
  );
  if (!row) throw notFound(cancellationRequestResource.name);
  return lockRequest(tx, row.id);
}

/** Returns whether the organization has rejected an earlier cancellation request for a document. */
export async function isRejectedBefore(tx: Transaction, uuid: string): Promise<boolean> {
  const rows = await tx.rows(
    `select 1 from cancellation_requests
     where org_id = $1 and uuid = $2::uuid and state = 'rejected' limit 1`,
    [tx.organizationId, uuid],
  );
  return rows.length > 0;
}

export async function lockRequest(tx: Transaction, id: string): Promise<CancellationRequest> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const request = await tx.findBy(CancellationRequest, { id }, { lockMode });
  if (!request) throw new Error(`cancellation request ${id} is gone`);
  return request;
}

/** The received document of a cancellation request, if the document is stored. */
export interface ReceivedDocument {
  id: string;
  kind: string;
  issuerRfc: string | null;
  issuerName: string | null;
  total: string;
  currency: string;
  xml: Buffer | null;
}

export async function receivedDocument(
  tx: Transaction,
  uuid: string,
): Promise<ReceivedDocument | undefined> {
  const [row] = await tx.rows<ReceivedDocument>(
    `select id::text as id, kind, counterparty_rfc as "issuerRfc",
       counterparty_name as "issuerName", total::text as total, currency, stamped_xml as xml
     from cfdi where org_id = $1 and uuid = $2::uuid and direction = 'received'`,
    [tx.organizationId, uuid],
  );
  return row;
}

/**
 * Builds the event fiscal_cfdi.cancellation_request.<happened>, with the stored data of the request's
 * document.
 */
const announces =
  (happened: 'received' | 'settled') =>
  (request: CancellationRequest, received: ReceivedDocument | undefined): DomainEvent => ({
    subject: `fiscal_cfdi.cancellation_request.${happened}`,
    aggregate: 'cancellation_request',
    aggregateId: request.id,
    aggregateVersion: request.version,
    payload: fiscalCfdi.CancellationRequest.encode(
      messageOf<fiscalCfdi.CancellationRequest>({
        requestId: request.id,
        version: request.version,
        uuid: request.uuid,
        receiverRfc: request.rfc,
        state: request.state,
        answer: request.answer ?? undefined,
        answerBefore: request.answerBefore?.toISOString(),
        cfdiId: received?.id,
        kind: received?.kind,
        issuerRfc: received?.issuerRfc ?? undefined,
        issuerName: received?.issuerName ?? undefined,
        total: received?.total,
        currency: received?.currency,
      }),
    ).finish(),
  });

export const requestReceived = announces('received');
export const requestSettled = announces('settled');

export const publicRequest = publicForm(
  'fiscal_cfdi.cancellation_request',
  fiscalCfdi.CancellationRequest,
  {
    type: (happened: 'received' | 'settled') => `cancellation_request.${happened}`,
    data: ({ cfdiId, total, currency, ...request }) => ({
      ...request,
      documentRef: cfdiId === undefined ? undefined : documentRef('cfdi', cfdiId),
      total: total === undefined ? undefined : { amount: total, currency },
    }),
  },
);

/**
 * Selects the cancellation requests whose answer must be sent, or whose status must be queried at the SAT.
 */
export const dueRequests = `select org_id, id from cancellation_requests where next_check_at <= $1
  order by next_check_at`;

/** Reads the open cancellation requests, and the requests that ended after a given time. */
export const recentRequests = (
  tx: Transaction,
  endedAfter: Date,
): Promise<Pick<CancellationRequest, 'id' | 'uuid' | 'state'>[]> =>
  tx.rows(
    `select id::text as id, uuid::text as uuid, state from cancellation_requests
     where org_id = $1 and (state in ('pending', 'answering') or finished_at > $2)`,
    [tx.organizationId, endedAfter],
  );
