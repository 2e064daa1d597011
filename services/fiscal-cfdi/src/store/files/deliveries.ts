import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { delivery, mailing } from '@timbre/api';
import {
  type Answer,
  foldedText,
  instant,
  integer,
  json,
  type List,
  resource,
  type Transaction,
} from '@timbre/kit';
import type { DeliveryState } from '../../domain/files/delivery';

/** An address on the suppression list, to which no mail is sent. */
export const SuppressedRecipient = defineEntity({
  name: 'SuppressedRecipient',
  tableName: 'suppressed_recipients',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    address: p.text().primary(),
    errorCode: p.text(),
    /** The delivery whose failure suppressed the address. */
    deliveryId: p.uuid(),
    createdAt: p.datetime(),
  },
});

export const Mailing = defineEntity({
  name: 'Mailing',
  tableName: 'mailings',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    documentRef: p.text(),
    message: p.text().nullable(),
    actor: p.text(),
    createdAt: p.datetime(),
    /**
     * The subject and the text of a mail. If subject and text are null, they are written from the data of
     * the mail's document.
     */
    subject: p.text().nullable(),
    text: p.text().nullable(),
    fileName: p.text().nullable(),
    contentType: p.text().nullable(),
    content: p.blob().nullable(),
    /** True if the text contains a secret, which must not appear in a sandbox mailbox. */
    secret: p.boolean(),
  },
});

export type Mailing = InferEntity<typeof Mailing>;

/** The delivery of a mail to one recipient. */
export const Delivery = defineEntity({
  name: 'Delivery',
  tableName: 'deliveries',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    mailingId: p.uuid(),
    documentRef: p.text(),
    recipient: p.text(),
    state: p.string().$type<DeliveryState>(),
    attempts: p.integer(),
    /** The code of the last failed attempt, from the mail server or from Timbre. */
    lastErrorCode: p.text().nullable(),
    nextAttemptAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    sentAt: p.datetime().nullable(),
  },
});

export type Delivery = InferEntity<typeof Delivery>;

const deliveryResource = resource<Answer<typeof delivery>>('delivery', 'deliveries', {
  deliveryId: 'r.id',
  documentRef: 'r.document_ref',
  recipient: 'r.recipient',
  state: 'r.state',
  attempts: integer('r.attempts'),
  lastErrorCode: 'r.last_error_code',
  createdAt: instant('r.created_at'),
  nextAttemptAt: instant('r.next_attempt_at'),
  sentAt: instant('r.sent_at'),
});

/** The form of the response of sendDocument, with one delivery for each recipient. */
export const mailingResource = resource<Answer<typeof mailing>>('mailing', 'mailings', {
  documentRef: 'r.document_ref',
  createdAt: instant('r.created_at'),
  deliveries: json(`(select json_agg(${deliveryResource.json} order by r.id)
    from (select r.org_id, r.id) m
    join deliveries r on r.org_id = m.org_id and r.mailing_id = m.id)`),
});

export const deliveryList: List = {
  name: 'deliveries',
  resource: deliveryResource,
  searchColumn: foldedText('r.recipient'),
  instantColumn: 'r.created_at',
};

/** Returns those of the given addresses that are suppressed; all addresses are in lower case. */
export async function suppressedOf(tx: Transaction, addresses: string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ address: string }>(
    `select address from suppressed_recipients
     where org_id = $1 and address in (select jsonb_array_elements_text($2::jsonb))`,
    [tx.organizationId, JSON.stringify(addresses)],
  );
  return new Set(rows.map(({ address }) => address));
}

/**
 * Deletes the text and the file of a mail that another service queued, after the mail's last delivery has
 * ended.
 */
export async function dropDelivered(
  tx: Transaction,
  { id, mailingId }: Pick<Delivery, 'id' | 'mailingId'>,
): Promise<void> {
  const values = [tx.organizationId, mailingId];
  // If two deliveries end at the same time, the second transaction waits for this lock and then reads the
  // result of the first.
  await tx.rows('select 1 from mailings where org_id = $1 and id = $2 for update', values);
  await tx.rows(
    `update mailings set subject = null, text = null, file_name = null, content_type = null,
       content = null
     where org_id = $1 and id = $2 and content is not null and not exists (select 1
       from deliveries d where d.org_id = $1 and d.mailing_id = $2 and d.state = 'queued' and d.id <> $3)`,
    [...values, id],
  );
}

/** Stops mail to an address until an operator runs the command forget-suppression. */
export async function suppress(
  tx: Transaction,
  address: string,
  cause: { deliveryId: string; errorCode: string },
): Promise<void> {
  await tx.rows(
    `insert into suppressed_recipients (org_id, address, error_code, delivery_id, created_at)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [tx.organizationId, address, cause.errorCode, cause.deliveryId, tx.now],
  );
}

/** @returns true if the address was on the suppression list */
export async function unsuppress(tx: Transaction, address: string): Promise<boolean> {
  const rows = await tx.rows(
    'delete from suppressed_recipients where org_id = $1 and address = $2 returning address',
    [tx.organizationId, address],
  );
  return rows.length > 0;
}

/**
 * Claims the next attempt of a delivery until the time `untilMs`.
 * @returns the number of the attempt; undefined if the delivery has ended, is not due or is claimed by
 * another worker
 */
export async function claimDelivery(
  tx: Transaction,
  id: string,
  untilMs: number,
): Promise<number | undefined> {
  const [claimed] = await tx.rows<{ attempts: number }>(
    `update deliveries set attempts = attempts + 1, next_attempt_at = $1, version = version + 1
     where org_id = $2 and id = $3 and state = 'queued' and next_attempt_at <= $4
     returning attempts`,
    [new Date(tx.now.getTime() + untilMs), tx.organizationId, id, tx.now],
  );
  return claimed?.attempts;
}

/** Selects the deliveries whose next attempt is due. */
export const dueDeliveries = `select org_id, id from deliveries
  where state = 'queued' and next_attempt_at <= $1
  order by next_attempt_at`;
