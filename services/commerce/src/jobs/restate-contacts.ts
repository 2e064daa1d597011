import {
  createDueJob,
  createRun,
  type JobParts,
  type CallContext,
  type Repeated,
  type Runtime,
} from '@timbre/kit';
import { contactMessage, contactRestated } from '../store/contact-changed';
import { Contact } from '../store/contacts';

const contactsMax = 200;

const due = `select org_id, org_id as id from contact_restatements where $1::timestamptz is not null
  order by org_id`;

/** Announces the contacts of organizations that were there before somebody listened, each once. */
export const createContactRestater = ({ runtime, systemPool }: JobParts): Repeated =>
  createDueJob(runtime, systemPool, {
    name: 'restate-contacts',
    everyMs: 10_000,
    due,
    batchMax: 2,
    batchesMax: 10,
    work: (context) => restateContacts(runtime, context),
  });

/** Restates the next contacts of an organization. @returns whether there may be more to do */
export function restateContacts(runtime: Runtime<unknown>, context: CallContext): Promise<boolean> {
  return createRun(runtime, context).step(async (tx) => {
    const own = [tx.organizationId];
    const [row] = await tx.rows<{ after: string }>(
      `select after_id::text as after from contact_restatements where org_id = $1
       for update skip locked`,
      own,
    );
    if (!row) return false;
    const ids = await tx.rows<{ id: string }>(
      `select id::text as id from contacts where org_id = $1 and id > $2::uuid
       order by id limit ${contactsMax}`,
      [...own, row.after],
    );
    const contacts = await tx.findAll(
      Contact,
      ids.map(({ id }) => id),
    );
    for (const contact of contacts) tx.emit(contactRestated(contactMessage(contact)));
    const last = ids.at(-1);
    if (last && ids.length === contactsMax) {
      await tx.rows('update contact_restatements set after_id = $2 where org_id = $1', [
        ...own,
        last.id,
      ]);
    } else {
      await tx.rows('delete from contact_restatements where org_id = $1', own);
    }
    return true;
  });
}
