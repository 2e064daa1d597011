import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { contactMessage } from '../store/contact-changed';
import { Contact } from '../store/contacts';
import { productMessage } from '../store/product-changed';
import { Product } from '../store/products';

/** Unknown identifiers are absent from the answer; the calling service decides what that means. */
export const resolveDraftSources = query(
  async (read, request: commerce.ResolveDraftSourcesRequest) => {
    const [contacts, products] = await Promise.all([
      read.find(Contact, request.contactIds),
      read.find(Product, request.productIds),
    ]);
    const answer: commerce.ResolveDraftSourcesResponse = {
      contacts: contacts.map(contactMessage),
      products: products.map(productMessage),
    };
    return answer;
  },
);
