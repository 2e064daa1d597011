import { defineEntity, p } from '@mikro-orm/postgresql';
import type { cfdiEvent } from '@timbre/api';
import { type Answer, instant, type List, resource, type Transaction } from '@timbre/kit';

export type CfdiEvent =
  | 'drafted' | 'duplicated' | 'imported' | 'changed' | 'deleted' | 'archived' | 'unarchived'
  | 'sealed' | 'stamped' | 'rejected' | 'stamp_unconfirmed' | 'stamp_abandoned' | 'released'
  | 'cancel_requested' | 'canceled' | 'cancel_rejected'; // prettier-ignore

const outcomes: { readonly [Event in CfdiEvent]?: 'refused' | 'unknown' } = {
  rejected: 'refused',
  cancel_rejected: 'refused',
  stamp_unconfirmed: 'unknown',
  stamp_abandoned: 'unknown',
};

/** An entry in the history of a document. Entries of the history never change. */
export const CfdiHistory = defineEntity({
  name: 'CfdiHistory',
  tableName: 'cfdi_history',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    /**
     * The identifier of a CFDI or a withholding document, although the name of the column refers only to
     * CFDI.
     */
    documentId: p.uuid().name('cfdi_id'),
    event: p.string().$type<CfdiEvent>(),
    outcome: p.string().$type<'done' | 'refused' | 'unknown'>(),
    /** The code with which the PAC or the SAT refused the document. */
    code: p.text().nullable(),
    message: p.text().nullable(),
    actor: p.text(),
    requestId: p.text(),
    at: p.datetime(),
  },
});

/** Adds an entry to the document's history, in the transaction of the change. */
export function recordEvent(
  tx: Transaction,
  documentId: string,
  event: CfdiEvent,
  { code, message }: { code?: string; message?: string } = {},
): void {
  const { actor, requestId } = tx.context;
  const outcome = outcomes[event] ?? 'done';
  const said = { code: code ?? null, message: message ?? null };
  tx.add(CfdiHistory, { documentId, event, outcome, ...said, actor, requestId, at: tx.now });
}

const entry = resource<Answer<typeof cfdiEvent>>('event', 'cfdi_history', {
  eventId: 'r.id',
  event: 'r.event',
  outcome: 'r.outcome',
  code: 'r.code',
  message: 'r.message',
  actor: 'r.actor',
  requestId: 'r.request_id',
  at: instant('r.at'),
});

/** Defines the list of a document's history, with the newest entry first. */
export const cfdiHistoryList: List = {
  name: 'cfdi_history',
  resource: entry,
  instantColumn: 'r.at',
};
