import { hash } from 'node:crypto';
import type { access, AccessKind } from '@timbre/api';
import { betweenServices } from '@timbre/api';
import { gateway, type common, type webhooks } from '@timbre/contract';
import {
  byName,
  instant,
  object,
  pageLimit,
  pageOfRows,
  readCursor,
  type Answer,
  type DomainEvent,
  type Reader,
} from '@timbre/kit';

/**
 * Returns the event gateway.access.ended. When the webhooks service receives the event, it disables
 * the endpoints that were created with this access.
 */
export const accessEnded = (ended: gateway.EndedAccess): DomainEvent => ({
  subject: 'gateway.access.ended',
  aggregate: 'access',
  aggregateId: `${ended.userId ?? ended.grantId}`,
  aggregateVersion: 1,
  payload: gateway.EndedAccess.encode(ended).finish(),
});

export const endedAccess = betweenServices('gateway.access');

export interface AskedAccess {
  page: common.PageRequest;
  kind?: AccessKind | undefined;
  /** Limits the list to entries whose access ends when this member or application loses access. */
  memberId?: string | undefined;
  applicationId?: string | undefined;
  /** The enabled webhooks, which the webhooks service stores. */
  webhooks: webhooks.MadeWebhook[];
}

/**
 * SQL that selects every member, application, credential and webhook with access to the
 * organization. Each row also contains the member and the application whose removal ends the
 * access.
 */
const acting = `select 1 as rank, 'member' as kind, m.id::text as id, m.email as name,
    m.invited_by as created_by, m.created_at, null::timestamptz as last_used_at, m.user_id,
    null::text as grant_id
  from members m where m.org_id = :org and m.joined_at is not null
  union all select 2, 'application', a.id, a.client_name, 'user:' || a.user_id, a.created_at, null,
    a.user_id, a.id
  from connected_applications a where a.org_id = :org and a.expires_at > now()
  union all select 3, 'credential', c.id::text, c.name, c.created_by, c.created_at, c.last_used_at,
    c.user_id, c.grant_id
  from credentials c where c.org_id = :org and c.revoked_at is null
    and (c.expires_at is null or c.expires_at > now())
  union all select 4, 'webhook', w."webhookId", w.url, w."createdBy", w."createdAt", null,
    w."userId", w."grantId"
  from jsonb_to_recordset(:webhooks::jsonb) w ("webhookId" text, url text, "createdBy" text,
    "createdAt" timestamptz, "userId" uuid, "grantId" text)
  union all select 5, 'invitation', i.id::text, i.email, i.invited_by, i.created_at, null,
    i.inviter_user_id, i.inviter_grant_id
  from members i where i.org_id = :org and i.joined_at is null and i.invitation_expires_at > now()`;

const shown = object<Answer<typeof access>>({
  kind: 'r.kind',
  id: 'r.id',
  name: 'r.name',
  createdAt: instant('r.created_at'),
  createdBy: 'r.created_by',
  lastUsedAt: instant('r.last_used_at'),
  memberId: 'm.id',
  applicationId: 'r.grant_id',
});

const micros = '(extract(epoch from r.created_at) * 1000000)::bigint';

const pageSql = `select r.rank || ':' || ${micros} || ':' || r.id as key, json_strip_nulls(${shown})::text as json
  from (${acting}) r
    left join members m on m.org_id = :org and m.user_id = r.user_id and m.joined_at is not null
  where (:kind::text is null or r.kind = :kind)
    and (:memberId::text is null or m.id::text = :memberId
      or (r.kind = 'invitation' and r.id = :memberId))
    and (:applicationId::text is null or r.grant_id = :applicationId)
    and (:rank::int is null or r.rank > :rank
      or (r.rank = :rank and (${micros}, r.id collate "C") < (:at::bigint, :id::text collate "C")))
  order by r.rank, ${micros} desc, r.id collate "C" desc limit :limit::int`;

const keyPattern = /^[1-5]:\d{1,17}:[\w-]{1,100}$/;

/** Returns a page of all access to the organization, sorted by kind and then newest first. */
export async function pageOfAccess(read: Reader, asked: AskedAccess): Promise<Buffer> {
  const { page, kind, memberId, applicationId } = asked;
  const limit = page.limit ?? pageLimit.default;
  const wanted = JSON.stringify([kind, memberId, applicationId]);
  const filters = hash('sha256', wanted, 'base64url');
  const last = page.cursor && readCursor(page.cursor, 'access', filters, keyPattern);
  const [rank, at, id] = last ? last.split(':') : [];
  const rows = await read.rows<{ key: string; json: string }>(
    ...byName(
      pageSql,
      {
        webhooks: JSON.stringify(
          asked.webhooks.map(({ maker, ...webhook }) => ({ ...webhook, ...maker })),
        ),
        kind: kind ?? null,
        memberId: memberId ?? null,
        applicationId: applicationId ?? null,
        rank: rank ?? null,
        at: at ?? null,
        id: id ?? null,
        limit: limit + 1,
      },
      2,
    ),
  );
  return pageOfRows('access', filters, rows, limit);
}
