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
 * The number of the contact's newest documents that are refreshed. The events of older documents
 * have already arrived.
 */
const refreshedMax = 100;

/**
 * The maximum number of document references that are returned, so that commerce can compare them.
 * The events of older documents have already arrived.
 */
const comparedMax = 500;

/**
 * Returns the balances of a contact by currency. The balance of a contact is calculated from
 * documents that are read from their owning services, because their events may not have arrived
 * yet.
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

/**
 * Returns the contact as stated by its last event. A more recent change of the contact's RFC may be
 * missing.
 */
async function namedContact(read: Reader, id: string): Promise<NamedContact> {
  const known = await storedContact(read, id);
  const side = known?.kind === 'supplier' ? 'payable' : 'receivable';
  return { id, rfc: known?.rfc ?? undefined, side };
}
