import type { accounts } from '@timbre/contract';
import { createRun, isIdentifier, type Operation, type Reader } from '@timbre/kit';
import type { NamedContact } from '../domain/ports';
import {
  balancesOfContact,
  openRefsOfContact,
  tradeRefsOfContact,
} from '../store/contact-balances';
import { storedContact } from '../store/contacts';
import { refreshDocuments, type DocumentProviders } from '../workflows/refresh-documents';

/**
 * How many of the contact's newest documents are refreshed. The events of older documents have
 * already arrived.
 */
const refreshedMax = 100;

/**
 * The maximum number of document references that are returned for comparison by commerce. The
 * events of older documents have already arrived.
 */
const comparedMax = 500;

/**
 * Returns the balances of a contact by currency. The balance is computed from documents that are
 * read from their owners, because their events may not have arrived.
 */
export const readContactBalance: Operation<
  accounts.ReadContactBalanceRequest,
  DocumentProviders,
  accounts.ReadContactBalanceResponse
> = {
  async run(runtime, context, { contactId }) {
    if (!isIdentifier(contactId)) return { balances: [], knownRefs: [] };
    const contact = contactId.toLowerCase();
    const run = createRun(runtime, context);
    const refs = await openRefsOfContact(run.read, contact, refreshedMax);
    const named = await namedContact(run.read, contact);
    await refreshDocuments(run, runtime.providers, refs, named);
    const balances = await balancesOfContact(run.read, contact);
    const knownRefs = await tradeRefsOfContact(run.read, contact, comparedMax);
    return { balances, knownRefs };
  },
};

/** Returns the contact as of its last event. A later change of its RFC is not known yet. */
async function namedContact(read: Reader, id: string): Promise<NamedContact> {
  const known = await storedContact(read, id);
  const side = known?.kind === 'supplier' ? 'payable' : 'receivable';
  return { id, rfc: known?.rfc ?? undefined, side };
}
