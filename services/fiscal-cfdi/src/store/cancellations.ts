import { defineEntity, LockMode, p, type InferEntity } from '@mikro-orm/postgresql';
import type { cancellation, replacedDocument } from '@timbre/api';
import {
  byName,
  type Answer,
  instant,
  json,
  object,
  type Reader,
  type Transaction,
} from '@timbre/kit';
import type { CancellationState } from '../domain/cancelling/cancellation';
import type { DocumentKind } from '../domain/document-kind';

/**
 * The organization's request to cancel a document that it issued. A document has at most one open request.
 */
export const Cancellation = defineEntity({
  name: 'Cancellation',
  tableName: 'cancellations',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    documentKind: p.string().$type<DocumentKind>(),
    /**
     * The identifier of a CFDI or a withholding document, although the name of the column refers only to
     * CFDI.
     */
    documentId: p.uuid().name('cfdi_id'),
    motive: p.text(),
    /**
     * The document that replaces the canceled document (motive 01). The request is sent only after the
     * replacement is stamped.
     */
    replacementId: p.uuid().nullable(),
    state: p.string().$type<CancellationState>(),
    requestedBy: p.text(),
    actor: p.text(),
    requestXml: p.blob().nullable(),
    code: p.text().nullable(),
    message: p.text().nullable(),
    /** The SAT's acknowledgement (acuse), byte for byte. */
    acuse: p.blob().nullable(),
    /** The number of earlier queries to the SAT. */
    looks: p.integer(),
    sentAt: p.datetime().nullable(),
    /** The time at which the SAT confirmed that it has the request. */
    receivedAt: p.datetime().nullable(),
    nextCheckAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    finishedAt: p.datetime().nullable(),
  },
});

export type Cancellation = InferEntity<typeof Cancellation>;

export async function lastCancellationOf(
  tx: Transaction,
  documentId: string,
): Promise<Cancellation | undefined> {
  const [row] = await tx.rows<{ id: string }>(
    'select id from cancellations where org_id = $1 and cfdi_id = $2 order by id desc limit 1',
    [tx.organizationId, documentId],
  );
  return row && tx.find(Cancellation, row.id);
}

/** Returns the SAT's last acknowledgement of a request to cancel the document, byte for byte. */
export async function lastAcuseOf(read: Reader, documentId: string): Promise<Buffer | undefined> {
  const [row] = await read.rows<{ acuse: Buffer }>(
    `select n.acuse from cancellations n
     where n.org_id = :org and n.cfdi_id = $2::uuid and n.acuse is not null order by n.id desc limit 1`,
    [documentId],
  );
  return row?.acuse;
}

/** Returns the UUIDs of the documents whose cancellations wait for the stamp of this document (motive 01). */
export async function replacedBy(tx: Transaction, documentId: string): Promise<string[]> {
  return (await replacedByEach(tx, [documentId])).get(documentId) ?? [];
}

/**
 * Like `replacedBy`, but for many documents at once. The result is keyed by the documents' identifiers, and
 * has no entry for a document for which no cancellation waits.
 */
export async function replacedByEach(
  tx: Transaction,
  documentIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (documentIds.length === 0) return new Map();
  const rows = await tx.rows<{ replacementId: string; uuids: string[] }>(
    `select n.replacement_id::text as "replacementId",
       array_agg(coalesce(c.uuid, w.uuid)::text order by n.id) as uuids
     from cancellations n
     left join cfdi c on c.org_id = n.org_id and c.id = n.cfdi_id
     left join withholdings w on w.org_id = n.org_id and w.id = n.cfdi_id
     where n.org_id = $1 and n.replacement_id = any($2::uuid[]) and n.state = 'requested'
     group by n.replacement_id`,
    [tx.organizationId, documentIds],
  );
  return new Map(rows.map(({ replacementId, uuids }) => [replacementId, uuids]));
}

/**
 * Locks the row of a cancellation. The caller must already have locked the document
 * (workflows/cancelling/lock-cancellation.ts).
 */
export async function lockCancellationRow(tx: Transaction, id: string): Promise<Cancellation> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const cancellation = await tx.findBy(Cancellation, { id }, { lockMode });
  if (!cancellation) throw new Error(`cancellation ${id} is gone`);
  return cancellation;
}

/**
 * Makes all cancellations due that wait for this document as their replacement. The caller calls this
 * function after the document was stamped or deleted.
 */
export async function wakeCancellations(tx: Transaction, replacementId: string): Promise<void> {
  await tx.rows(
    `update cancellations set next_check_at = $1, version = version + 1
     where org_id = $2 and replacement_id = $3 and state = 'requested' and sent_at is null`,
    [tx.now, tx.organizationId, replacementId],
  );
}

const request = `insert into cancellations (id, org_id, version, document_kind, cfdi_id, motive,
    replacement_id, state, requested_by, actor, looks, next_check_at, created_at)
  select :id, c.org_id, 1, 'cfdi', c.id, '01', :replacementId, 'requested', :requestedBy, :actor, 0,
    :now, :now
  from cfdi c where c.org_id = :org and c.uuid = :uuid and c.direction = 'issued' and c.status = 'valid'
  on conflict do nothing`;

/**
 * Requests the cancellation of a document with motive 01, after its replacement is stamped. Nothing changes
 * if the document is canceled or already has an open request.
 */
export async function requestReplaced(
  tx: Transaction,
  replacementId: string,
  uuid: string,
): Promise<void> {
  await tx.rows(
    ...byName(request, {
      id: tx.newId(),
      org: tx.organizationId,
      replacementId,
      requestedBy: `replaced by ${replacementId}`,
      actor: tx.context.actor,
      now: tx.now,
      uuid,
    }),
  );
}

type Shape = Answer<typeof cancellation>;

const members = object<Shape>({
  state: 'n.state',
  motive: 'n.motive',
  replacementDocumentRef: `n.document_kind || ':' || n.replacement_id`,
  code: 'n.code',
  message: 'n.message',
  requestedAt: instant('n.created_at'),
  receivedAt: instant('n.received_at'),
  finishedAt: instant('n.finished_at'),
});

/**
 * The SQL that returns a document's newest cancellation, in the form of the document's detail; `r` is the
 * document.
 */
export const cancellationJson = json<Shape>(`(select json_strip_nulls(${members})
  from cancellations n where n.org_id = r.org_id and n.cfdi_id = r.id order by n.id desc limit 1)`);

/**
 * The SQL that returns the documents whose cancellation names this document as their replacement, the
 * oldest request first.
 */
export const replacedJson = json<Answer<typeof replacedDocument>[]>(`(select json_agg(
    json_strip_nulls(${object<Answer<typeof replacedDocument>>({
      documentRef: `n.document_kind || ':' || n.cfdi_id`,
      state: 'n.state',
      code: 'n.code',
      message: 'n.message',
    })}) order by n.id)
  from cancellations n where n.org_id = r.org_id and n.replacement_id = r.id)`);

/** Selects the cancellations that must be sent, or whose status must be queried at the SAT. */
export const dueCancellations = `select org_id, id from cancellations
  where state in ('requested', 'in_process') and next_check_at <= $1
  order by next_check_at`;

/** Returns the document that a cancellation cancels. */
export async function canceledDocument(
  tx: Transaction,
  id: string,
): Promise<Pick<Cancellation, 'documentKind' | 'documentId'> | undefined> {
  const [row] = await tx.rows<Pick<Cancellation, 'documentKind' | 'documentId'>>(
    `select document_kind as "documentKind", cfdi_id as "documentId" from cancellations
     where org_id = $1 and id = $2`,
    [tx.organizationId, id],
  );
  return row;
}
