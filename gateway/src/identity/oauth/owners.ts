import type { Runtime } from '@timbre/kit';
import type { Pool } from 'pg';
import { memberOfOwner } from '../store/second-factors';
import type { Users } from '../store/users';
import { endSecondFactor } from '../workflows/change-second-factor';
import { demandSecondFactor } from '../workflows/demand-second-factor';
import { personContext } from '../workflows/person-context';

export type ResetFault = 'member_unknown' | 'member_elsewhere' | 'second_factor_none';

/** Actions with which an owner changes second factors in an organization. */
export interface Owners {
  /**
   * Removes the second factor of a member who has lost the device. The owner must own every
   * organization of the member, because the owner could otherwise weaken the login to another
   * organization.
   * @returns the reason why the second factor was not removed; undefined if it was removed
   */
  reset(ownerId: string, email: string, requestId: string): Promise<ResetFault | undefined>;
  /**
   * Sets whether an organization requires a second factor from its members.
   * @throws Refusal forbidden (owner_only)
   */
  demand(ownerId: string, demand: Demand, requestId: string): Promise<void>;
}

interface Demand {
  organizationId: string;
  isDemanded: boolean;
}

interface OwnerParts {
  runtime: Runtime;
  systemPool: Pool;
  users: Users;
}

export const createOwners = ({ runtime, systemPool, users }: OwnerParts): Owners => ({
  async reset(ownerId, email, requestId) {
    const member = await memberOfOwner(systemPool, ownerId, email);
    if (!member) return 'member_unknown';
    if (member.isElsewhere) return 'member_elsewhere';
    const change = { userId: member.userId, actor: `user:${ownerId}`, requestId };
    const isEnded = await endSecondFactor({ runtime, users }, change, 'owner');
    return isEnded ? undefined : 'second_factor_none';
  },
  async demand(ownerId, { organizationId, isDemanded }, requestId) {
    const { environment } = runtime;
    const actor = `user:${ownerId}`;
    const context = personContext({ organizationId, environment, actor, requestId });
    await demandSecondFactor(runtime, context, { isDemanded, ownerId });
  },
});
