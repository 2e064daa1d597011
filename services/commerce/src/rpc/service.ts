import type { commerce } from '@timbre/contract';
import { replies, type Runtime, type Rpcs } from '@timbre/kit';
import { createContact } from '../operations/create-contact';
import { deleteContact } from '../operations/delete-contact';
import { getContact } from '../operations/get-contact';
import { listContacts } from '../operations/list-contacts';
import { updateContact } from '../operations/update-contact';

/** Every rpc of the contract; it does not compile without one. */
export const rpcs = (runtime: Runtime): Rpcs<typeof commerce.CommerceService> => ({
  listContacts: replies(listContacts, runtime),
  createContact: replies(createContact, runtime),
  getContact: replies(getContact, runtime),
  updateContact: replies(updateContact, runtime),
  deleteContact: replies(deleteContact, runtime),
});
