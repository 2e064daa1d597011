import { createContact } from './create-contact';
import { createContactFromTaxProfile } from './create-contact-from-tax-profile';
import { createTaxInfoLink } from './create-tax-info-link';
import { deleteContact } from './delete-contact';
import { getContact } from './get-contact';
import { listContacts } from './list-contacts';
import { listTaxInfoLinks } from './list-tax-info-links';
import { revokeTaxInfoLink } from './revoke-tax-info-link';
import { updateContact } from './update-contact';
import { validateContact } from './validate-contact';

export const contacts = [
  createContact,
  createContactFromTaxProfile,
  createTaxInfoLink,
  deleteContact,
  getContact,
  listContacts,
  listTaxInfoLinks,
  revokeTaxInfoLink,
  updateContact,
  validateContact,
];
