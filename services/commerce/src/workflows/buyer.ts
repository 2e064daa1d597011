import { fold } from '@timbre/fiscal';
import { invalid, type Transaction } from '@timbre/kit';
import { contactFieldsOf, taxInfoIssues, type TaxInfo } from '../domain/tax-info';
import { customersLike } from '../store/contacts';
import { addContact } from './add-contact';

/**
 * Finds or adds the customer for tax data that a person enters on a page. An existing customer must
 * have the same RFC, name, tax regime and postal code. The function does not change or return
 * stored data, because the person on the page is not identified.
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
