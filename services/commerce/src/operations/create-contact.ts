import type { commerce } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { contactResource, type Contact } from '../store/contacts';
import { addContact } from '../workflows/add-contact';
import { contactWarnings } from '../workflows/contact-warnings';

export const createContact = command(
  async (tx, { kind: given, fields = {} }: commerce.CreateContactRequest, _, beforehand) => {
    const kind = given as Contact['kind'];
    const warnings = await contactWarnings(beforehand, { kind, rfc: fields.rfc });
    return replyWith(contactResource, addContact(tx, kind, fields), warnings);
  },
);
