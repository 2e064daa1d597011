import type { commerce, CallableRpcs } from '@timbre/contract';
import { withoutKey, type CallContext, type ServiceClient } from '@timbre/kit';
import type { Contacts } from '../domain/ports';

/** Reads contacts from commerce. */
export const knownContacts = (
  client: Pick<ServiceClient<CallableRpcs<'accounts', 'commerce'>>, 'resolveDraftSources'>,
): Contacts<CallContext, commerce.Contact> => ({
  async find(context, contactId) {
    const asked = { contactIds: [contactId], productIds: [], locationIds: [], prices: undefined };
    return (await client.resolveDraftSources(asked, withoutKey(context))).contacts[0];
  },
});
