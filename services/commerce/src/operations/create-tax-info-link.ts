import type { commerce } from '@timbre/contract';
import { addDays, localDateIn } from '@timbre/fiscal';
import { command, conflict, invalid, replyValue } from '@timbre/kit';
import { endOfDay, expiryIssues, linkDays } from '../domain/link-expiry';
import { Contact, contactResource } from '../store/contacts';
import { Location, zoneOf } from '../store/locations';
import { newLink, type PageProviders } from '../workflows/public-links';

/**
 * Creates a link for a customer's tax data. Refusals:
 *
 * - expires_on_out_of_range
 * - not_a_customer: the contact is a supplier, not a customer
 */
export const createTaxInfoLink = command(
  async (tx, request: commerce.CreateTaxInfoLinkRequest, { pages }: PageProviders) => {
    const contact = await tx.get(Contact, request.contactId, contactResource.name);
    const zone = zoneOf((await tx.findBy(Location, { isDefault: true }))?.postalCode);
    const today = localDateIn(tx.businessNow.getTime(), zone);
    const { expiresOn = addDays(today, linkDays) } = request;
    const issues = expiryIssues(expiresOn, today);
    if (issues.length) throw invalid(issues);
    if (contact.kind !== 'customer') {
      throw conflict('Only a customer fills in its tax data.', 'not_a_customer');
    }
    const expiresAt = endOfDay(expiresOn, zone);
    const linkId = newLink(tx, pages, { kind: 'tax_info', subjectId: contact.id, expiresAt });
    return replyValue({ linkId, expiresAt });
  },
);
