import type { commerce } from '@timbre/contract';
import { query } from '@timbre/kit';
import { contactResource } from '../store/contacts';

export const getContact = query((read, request: commerce.GetContactRequest) =>
  read.resource(contactResource, request.contactId),
);
