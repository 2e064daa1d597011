import { audit, createRun, type CallContext, type Runtime } from '@timbre/kit';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { rememberedMs } from '../domain/principal';
import {
  addApplication,
  applicationsOf,
  lockApplication,
  organizationOfGrant,
  type NewApplication,
  type ListedApplication,
} from '../store/connected-applications';
import { endApplication } from '../workflows/end-application';

export interface Applications {
  /** Records that a member has connected an application. */
  connect(context: CallContext, application: NewApplication): Promise<void>;
  /** Returns the organization of a grant, if the grant's user is still a member. */
  organizationOf(grantId: string): Promise<string | undefined>;
  /** Returns whether a grant has ended. The result may be some seconds old. */
  isEnded(grantId: string): Promise<boolean>;
  /** @param userId limits the list to the applications of this member */
  list(organizationId: string, userId?: string): Promise<ListedApplication[]>;
  /**
   * Ends a grant and its tokens.
   * @returns whether the grant existed
   */
  disconnect(context: CallContext, id: string, userId?: string): Promise<boolean>;
}

/**
 * Creates the repository of the applications that members have connected. A database trigger ends
 * the tokens of a removed application.
 */
export function createApplications(runtime: Runtime, systemPool: Pool): Applications {
  const organizationOf = (grantId: string) => organizationOfGrant(systemPool, grantId);
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
    async connect(context, application) {
      const { id, userId, clientId, clientName, redirectHost, scope } = application;
      await createRun(runtime, context).step((tx) => {
        addApplication(tx, application);
        const after = { userId, clientName, clientId, redirectHost, permissions: scope };
        audit(tx, { action: 'application.connected', subjectId: id, after });
        return Promise.resolve();
      });
    },
    list: (organizationId, userId) => applicationsOf(systemPool, organizationId, userId),
    async disconnect(context, id, userId) {
      const isEnded = await createRun(runtime, context).step(async (tx) => {
        const application = await lockApplication(tx, id, userId);
        if (application) await endApplication(tx, application);
        return application !== undefined;
      });
      remembered.delete(id);
      return isEnded;
    },
  };
}
