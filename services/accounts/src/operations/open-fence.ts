import type { accounts } from '@timbre/contract';
import { parseDocumentRef } from '@timbre/fiscal';
import { createRun, isIdentifier, notFound, type Operation } from '@timbre/kit';
import { lockContact, lockFamilies } from '../store/documents';
import { openFence as open } from '../store/fences';

/**
 * Keeps payments from passing an act of commerce on an expense or a contact (decision 0440). Payments that began
 * before have ended when it answers, so what the caller reads next has them; later ones ask commerce first.
 * @throws Refusal not_found for a subject that is neither a contact's identifier nor an expense's reference
 */
export const openFence: Operation<accounts.OpenFenceRequest, unknown, accounts.OpenFenceResponse> =
  {
    async run(runtime, context, { subject: given }) {
      const run = createRun(runtime, context);
      const subject = given.toLowerCase();
      if (!isIdentifier(subject) && !parseDocumentRef(subject, 'expense'))
        throw notFound('contact or expense');
      const fence = await run.step((tx) => open(tx, subject));
      await run.step((tx) =>
        isIdentifier(subject) ? lockContact(tx, [subject]) : lockFamilies(tx, [subject]),
      );
      return { fence };
    },
  };
