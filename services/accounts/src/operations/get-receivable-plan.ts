import type { accounts } from '@timbre/contract';
import { query } from '@timbre/kit';
import { planResource } from '../store/collection-calendar';
import { todayFor } from '../store/organizations';

/** Returns a plan in any state, including replaced and cleared plans. */
export const getReceivablePlan = query(
  async (read, { planId }: accounts.GetReceivablePlanRequest) =>
    read.resource(planResource, planId, await todayFor(read)),
);
