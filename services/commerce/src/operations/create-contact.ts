import type { commerce } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { contactResource, type Contact } from '../store/contacts';
import { addContact } from '../workflows/add-contact';

export const createContact = command((tx, { kind, fields = {} }: commerce.CreateContactRequest) =>
  Promise.resolve(replyWith(contactResource, addContact(tx, kind as Contact['kind'], fields))),
);
