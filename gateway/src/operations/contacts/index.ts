import { createContact } from './create-contact';
import { deleteContact } from './delete-contact';
import { getContact } from './get-contact';
import { listContacts } from './list-contacts';
import { updateContact } from './update-contact';

export const contacts = [createContact, deleteContact, getContact, listContacts, updateContact];
