import {
  createDueJob,
  createRun,
  type JobParts,
  type CallContext,
  type Repeated,
  type Runtime,
} from '@timbre/kit';
import { contactMessage, contactRestated } from '../store/contact-changed';
import {
  dueRestatements,
  endRestatement,
  nextContacts,
  restateAfter,
  takeRestatement,
} from '../store/contact-restatements';
import { Contact } from '../store/contacts';

const contactsMax = 200;

/**
 * Creates a job that publishes each contact once more, for consumers that started after the
 * contacts were created.
 */
export const createContactRestater = ({ runtime, systemPool }: JobParts): Repeated =>
  createDueJob(runtime, systemPool, {
    name: 'restate-contacts',
    everyMs: 10_000,
    due: dueRestatements,
    batchMax: 2,
    work: (context) => restateContacts(runtime, context),
  });

/**
 * Publishes the next contacts of an organization again. @returns whether more contacts may follow
 */
export function restateContacts(runtime: Runtime<unknown>, context: CallContext): Promise<boolean> {
  return createRun(runtime, context).step(async (tx) => {
    const afterId = await takeRestatement(tx);
    if (afterId === undefined) return false;
    const ids = await nextContacts(tx, afterId, contactsMax);
    const contacts = await tx.findAll(Contact, ids);
    for (const contact of contacts) tx.emit(contactRestated(contactMessage(contact)));
    const last = ids.at(-1);
    if (last && ids.length === contactsMax) await restateAfter(tx, last);
    else await endRestatement(tx);
    return true;
  });
}
