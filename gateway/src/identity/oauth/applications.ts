import { audit, createRun, type CallContext, type Runtime } from '@timbre/kit';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { rememberedMs } from '../domain/principal';
import { revokeTied } from '../store/credentials';

/** A client that a member lets act for her in one organization. */
export interface ConnectedApplication {
  /** The identifier of the grant; access tokens name it. */
  id: string;
  userId: string;
  clientId: string;
  clientName: string;
  /** Where the member was sent back to: the host, or the scheme of an installed application. */
  redirectHost: string;
  scope: string[];
  /** When the grant ends by itself. */
  expiresAt: Date;
}

export interface Applications {
  /** Records that a member has connected an application. */
  connect(context: CallContext, application: ConnectedApplication): Promise<void>;
  /** The organization of a grant whose member is still one. */
  organizationOf(grantId: string): Promise<string | undefined>;
  /** The same, but what it was a few seconds ago. */
  isEnded(grantId: string): Promise<boolean>;
  /** @param userId only the applications of this member */
  list(organizationId: string, userId?: string): Promise<Listed[]>;
  /** Ends a grant with its tokens. @returns whether there was one */
  disconnect(context: CallContext, id: string, userId?: string): Promise<boolean>;
}

interface Listed {
  applicationId: string;
  email: string;
  clientName: string;
  clientId: string;
  redirectHost: string;
  permissions: string[];
  connectedAt: string;
}

const listed = `select a.id as "applicationId", u.email, a.client_name as "clientName",
    a.client_id as "clientId", a.redirect_host as "redirectHost",
    string_to_array(a.scope, ' ') as permissions, instant(a.created_at) as "connectedAt"
  from connected_applications a join users u on u.id = a.user_id
  where a.org_id = $1 and ($2::uuid is null or a.user_id = $2) and a.expires_at > now()
  order by a.created_at desc, a.id limit 500`;

const lived = `select a.org_id from connected_applications a
  join members m on m.org_id = a.org_id and m.user_id = a.user_id and m.joined_at is not null
  join organizations o on o.org_id = a.org_id and o.deleted_at is null
  where a.id = $1 and a.expires_at > now()`;

const inserted = `insert into connected_applications (org_id, id, user_id, client_id, client_name,
    redirect_host, scope, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

/** An application of a member, or of any member. */
const whose = 'org_id = $1 and id = $2 and ($3::uuid is null or user_id = $3)';

/** The applications that members have connected. The trigger of the table ends their tokens. */
export function createApplications(runtime: Runtime, systemPool: Pool): Applications {
  const organizationOf = async (grantId: string): Promise<string | undefined> => {
    const { rows } = await systemPool.query<{ org_id: string }>({
      name: 'live_application',
      text: lived,
      values: [grantId],
    });
    return rows[0]?.org_id;
  };
  const remembered = new LRUCache<string, Promise<boolean>>({ max: 10_000, ttl: rememberedMs });
  return {
    organizationOf,
    isEnded(grantId) {
      let ended = remembered.get(grantId);
      if (!ended) {
        ended = organizationOf(grantId).then((found) => found === undefined);
        remembered.set(grantId, ended);
        ended.catch(() => remembered.delete(grantId));
      }
      return ended;
    },
    async connect(context, { id, userId, clientId, clientName, redirectHost, scope, expiresAt }) {
      await createRun(runtime, context).step(async (tx) => {
        await tx.rows(inserted, [
          tx.organizationId,
          id,
          userId,
          clientId,
          clientName,
          redirectHost,
          scope.join(' '),
          tx.now,
          expiresAt,
        ]);
        const after = { userId, clientName, clientId, redirectHost, permissions: scope };
        audit(tx, { action: 'application.connected', subjectId: id, after });
      });
    },
    list: async (organizationId, userId) =>
      (await systemPool.query<Listed>(listed, [organizationId, userId ?? null])).rows,
    async disconnect(context, id, userId) {
      const isEnded = await createRun(runtime, context).step(async (tx) => {
        const of = [tx.organizationId, id, userId ?? null];
        const [ended] = await tx.rows<{ name: string }>(
          `select client_name as name from connected_applications where ${whose} for update`,
          of,
        );
        if (ended) {
          // Before the trigger, which announces nothing.
          await revokeTied(tx, 'grant_id', id);
          await tx.rows(`delete from connected_applications where ${whose}`, of);
          const before = { clientName: ended.name };
          audit(tx, { action: 'application.disconnected', subjectId: id, before });
        }
        return ended !== undefined;
      });
      remembered.delete(id);
      return isEnded;
    },
  };
}
