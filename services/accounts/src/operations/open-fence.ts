import type { accounts } from '@timbre/contract';
import { parseDocumentRef } from '@timbre/fiscal';
import { createRun, isIdentifier, type Operation } from '@timbre/kit';
import { lockContacts, lockOpenItems } from '../store/documents';
import { openFence as open } from '../store/fences';

/**
 * Opens a fence for an action of commerce on an expense or a contact. While the fence is open, no payment
 * can be recorded between the time at which commerce reads the balance and its action (decision
 * 0440). When accounts returns the fence, all earlier payment requests have ended, so the caller's
 * next read includes them. Payment requests that begin later call commerce before they record
 * money. If the subject is neither an expense nor a contact, the fence number 0 is returned,
 * because commerce refuses the action.
 */
export const openFence: Operation<accounts.OpenFenceRequest, unknown, accounts.OpenFenceResponse> =
  {
    async run(runtime, context, { subject: given, request }) {
      const run = createRun(runtime, context);
      const subject = given.toLowerCase();
      if (!isIdentifier(subject) && !parseDocumentRef(subject, 'expense')) return { fence: 0 };
      const fence = await run.step((tx) => open(tx, subject, request));
      await run.step(async (tx) => {
        if (isIdentifier(subject)) await lockContacts(tx, [subject]);
        else await lockOpenItems(tx, [subject]);
      });
      return { fence };
    },
  };
