import type { commerce } from '@timbre/contract';
import { command, replyValue } from '@timbre/kit';
import { Contact, contactResource } from '../store/contacts';
import { revokeLink } from '../workflows/public-links';

export const revokeTaxInfoLink = command(
  async (tx, { contactId, linkId }: commerce.RevokeTaxInfoLinkRequest) => {
    const { id } = await tx.get(Contact, contactId, contactResource.name);
    await revokeLink(tx, { id: linkId, kind: 'tax_info', subjectId: id });
    return replyValue({ linkId, deleted: true });
  },
);
