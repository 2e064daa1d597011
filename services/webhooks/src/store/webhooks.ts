import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { disabledReasons, webhook } from '@timbre/api';
import type { webhooks } from '@timbre/contract';
import {
  foldedText,
  instant,
  json,
  resource,
  onlyRow,
  type Answer,
  type List,
  type Reader,
  type Transaction,
} from '@timbre/kit';

/**
 * The health of an endpoint: its consecutive failed attempts. The delivery worker writes the rows
 * of this table.
 */
export const WebhookHealth = defineEntity({
  name: 'WebhookHealth',
  tableName: 'webhook_health',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    webhookId: p.uuid().primary(),
    failingSince: p.datetime().nullable(),
    failures: p.integer(),
    timeouts: p.integer(),
    /** The time of the next attempt to an endpoint whose attempts fail. */
    probeAt: p.datetime().nullable(),
  },
});

/** An endpoint of an organization; `version` counts its changes and is part of its events. */
export const Webhook = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    url: p.text(),
    events: p.json<string[]>(),
    /**
     * The permissions of the credential that chose the events of the endpoint. Events that these
     * permissions do not cover are not sent.
     */
    permissions: p.json<string[]>(),
    description: p.text().nullable(),
    status: p.text().$type<'enabled' | 'disabled'>(),
    disabledReason: p.text().$type<DisabledReason>().nullable(),
    disabledAt: p.datetime().nullable(),
    /**
     * The identifier of the secret with which requests to the endpoint are signed. Requests to the
     * endpoint are also signed with the previous secret until that secret expires.
     */
    secretId: p.uuid(),
    previousSecretId: p.uuid().nullable(),
    previousSecretExpiresAt: p.datetime().nullable(),
    /** The start of the period whose events are recovered; null if no recovery is running. */
    recoveringSince: p.datetime().nullable(),
    recoveringUntil: p.datetime().nullable(),
    /** The actor that created the endpoint, or that took the endpoint over by enabling it. */
    createdBy: p.text().nullable(),
    /**
     * The member, or the grant of an application, that made the endpoint; when this access ends,
     * the endpoint is disabled.
     */
    userId: p.uuid().nullable(),
    grantId: p.text().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type Webhook = InferEntity<typeof Webhook>;

export type DisabledReason = (typeof disabledReasons)[number];

export const webhookResource = resource<Answer<typeof webhook>>('webhook', 'webhooks', {
  webhookId: 'r.id',
  url: 'r.url',
  events: json('r.events'),
  status: 'r.status',
  createdAt: instant('r.created_at'),
  updatedAt: instant('r.updated_at'),
  description: 'r.description',
  disabledReason: 'r.disabled_reason',
  disabledAt: instant('r.disabled_at'),
  failingSince: `(select instant(h.failing_since) from webhook_health h
    where h.org_id = r.org_id and h.webhook_id = r.id)`,
  previousSecretExpiresAt: `case when r.previous_secret_expires_at > now()
    then instant(r.previous_secret_expires_at) end`,
  recoveringSince: instant('r.recovering_since'),
});

export const webhookList: List = {
  name: 'webhooks',
  resource: webhookResource,
  searchColumn: foldedText(`r.url || ' ' || coalesce(r.description, '')`),
  instantColumn: 'r.created_at',
};

/**
 * Counts the endpoints of the organization under a lock. Concurrent requests that add an endpoint wait
 * for the commit.
 */
export async function countWebhooks(tx: Transaction): Promise<number> {
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended('webhooks ' || $1, 0))`, [
    tx.organizationId,
  ]);
  const row = onlyRow(
    await tx.rows<{ count: number }>(
      'select count(*)::int as count from webhooks where org_id = $1',
      [tx.organizationId],
    ),
  );
  return row.count;
}

/** Resets the health of an endpoint after it was changed or enabled. */
export async function forgetFailures(tx: Transaction, webhookId: string): Promise<void> {
  await tx.rows(
    `update webhook_health set failing_since = null, failures = 0, timeouts = 0, probe_at = null
     where org_id = $1 and webhook_id = $2`,
    [tx.organizationId, webhookId],
  );
}

/** Reads the enabled endpoints of the organization (at most twenty) and their makers. */
export const madeWebhooks = async (read: Reader): Promise<webhooks.MadeWebhook[]> => {
  const rows = await read.rows<Omit<webhooks.MadeWebhook, 'maker'> & webhooks.Maker>(
    `select r.id as "webhookId", r.url, r.created_by as "createdBy",
       instant(r.created_at) as "createdAt", r.user_id as "userId", r.grant_id as "grantId"
     from webhooks r where r.org_id = :org and r.status = 'enabled'`,
  );
  return rows.map(({ userId, grantId, createdBy, ...row }) => ({
    ...row,
    createdBy: createdBy ?? undefined,
    maker: { userId: userId ?? undefined, grantId: grantId ?? undefined },
  }));
};

/** Locks the enabled endpoints that were created by a member or with an application's grant. */
export async function lockMadeWith(
  tx: Transaction,
  { userId, grantId }: webhooks.Maker,
): Promise<Webhook[]> {
  const rows = await tx.rows<{ id: string }>(
    `select id from webhooks where org_id = $1 and status = 'enabled'
       and (user_id = $2::uuid or grant_id = $3) order by id for update`,
    [tx.organizationId, userId ?? null, grantId ?? null],
  );
  return Promise.all(rows.map(({ id }) => tx.lock(Webhook, id, webhookResource.name)));
}
