import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { Contact, contactResource } from '../store/contacts';
import { linksOf, publicLinkList } from '../store/public-links';

export const listTaxInfoLinks = query(
  async (read, { contactId, page }: commerce.ListTaxInfoLinksRequest) => {
    const { id } = await read.get(Contact, contactId, contactResource.name);
    return read.page(publicLinkList, page, linksOf('tax_info', id));
  },
);
