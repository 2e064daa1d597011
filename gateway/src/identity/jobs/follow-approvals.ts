import { createDueJob, createRun, Refusal, type JobParts, type Repeated } from '@timbre/kit';
import { releaseUses } from '../store/limit-uses';
import {
  Approval,
  approvalEvent,
  approvalResource,
  approvalsToResume,
  endedApprovals,
  usesOf,
} from '../store/approvals';
import { execute, nextAttempt } from '../workflows/execute-approved';
import type { ApprovalProviders } from '../workflows/providers';

type Parts = JobParts<ApprovalProviders>;

/** Creates a job that ends approvals on which nobody decided in time. */
export const createEndJob = ({ runtime, systemPool }: Parts): Repeated =>
  createDueJob(runtime, systemPool, {
    name: 'expire-approvals',
    everyMs: 60_000,
    batchMax: 20,
    due: endedApprovals,
    work: (context, { id }) =>
      createRun(runtime, context).step(async (tx) => {
        const found = await tx.lock(Approval, id, approvalResource.name);
        if (found.state !== 'pending' || found.expiresAt > tx.now) return false;
        await releaseUses(tx, usesOf(found));
        Object.assign(found, { state: 'expired', request: null, updatedAt: tx.now });
        tx.emit(() => approvalEvent('expired', found));
        return true;
      }),
  });

/** Creates a job that retries approved actions whose outcome is unknown. */
export const createResumeJob = ({ runtime, systemPool }: Parts): Repeated =>
  createDueJob(runtime, systemPool, {
    name: 'resume-approvals',
    everyMs: 5_000,
    batchMax: 5,
    due: approvalsToResume,
    async work(context, { id }) {
      const run = createRun(runtime, context);
      const isClaimed = await run.step(async (tx) => {
        const found = await tx.lock(Approval, id, approvalResource.name);
        if (found.state !== 'executing' || !found.nextAttemptAt || found.nextAttemptAt > tx.now)
          return false;
        found.attempts += 1;
        found.nextAttemptAt = nextAttempt(tx, found.attempts);
        return true;
      });
      if (!isClaimed) return false;
      await execute(runtime.providers, run, id).catch((error: unknown) => {
        // Any error other than a Refusal is thrown, so that the job retries the action.
        if (!(error instanceof Refusal)) throw error;
      });
      return true;
    },
  });
