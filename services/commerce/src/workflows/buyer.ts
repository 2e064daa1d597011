import { fold } from '@timbre/fiscal';
import { invalid, type Transaction } from '@timbre/kit';
import { contactFieldsOf, taxInfoIssues, type TaxInfo } from '../domain/tax-info';
import { customersLike } from '../store/contacts';
import { addContact } from './add-contact';

/**
 * Finds the customer with this RFC, name, regime and postal code, or adds a new one, for people who enter
 * their own data. Stored data of a customer are neither changed nor shown.
 * @returns the identifier of the contact
 * @throws Refusal validation_error rfc_not_own, and the issues of a contact
 */
export async function buyerOf(tx: Transaction, info: TaxInfo): Promise<string> {
  const issues = taxInfoIssues(info);
  if (issues.length > 0) throw invalid(issues);
  const alike = await customersLike(tx, info);
  const name = fold(info.legalName);
  const known = alike.find(({ legalName }) => fold(legalName) === name);
  if (known) return known.id;
  const { taxResidence: _, foreignTaxId: __, ...fields } = contactFieldsOf(info, undefined);
  return addContact(tx, 'customer', fields);
}
