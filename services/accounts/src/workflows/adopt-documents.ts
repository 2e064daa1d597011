import type { commerce } from '@timbre/contract';
import type { Transaction } from '@timbre/kit';
import type { Amounts } from '../domain/open-item';
import { storeContact } from '../store/contacts';
import { assignDocument, contactOfRfc, lockContact, refsOfNames } from '../store/documents';
import { post, postedOf } from '../store/ledger';
import { announceBalance } from '../store/balance-events';
import { lockDocumentBalances, type DocumentBalances } from '../store/document-balances';
import { settleOpenItem } from './settle-open-item';

/**
 * Largest number of earlier documents that a new contact adopts; the rest stay as they are until a rebuild.
 */
const documentsMax = 500;

/**
 * Stores a contact and adopts the documents that came before it: documents that name it get its payment
 * terms, and documents of its RFC become its own if no other contact has this RFC. So it does not matter
 * whether a document or its contact is known first.
 */
export async function adoptDocuments(tx: Transaction, contact: commerce.Contact): Promise<void> {
  const side = contact.kind === 'customer' ? 'receivable' : 'payable';
  const rfc = contact.fields?.rfc;
  await lockContact(tx, rfc === undefined ? [contact.contactId] : [contact.contactId, rfc]);
  const isFirst = await storeContact(tx, contact);
  if (isFirst === undefined || contact.deleted) return;
  const isItsOwn = rfc !== undefined && (await contactOfRfc(tx, rfc, side)) === contact.contactId;
  const names = [...(isFirst ? [contact.contactId] : []), ...(isItsOwn ? [rfc] : [])];
  if (names.length === 0) return;
  const refs = await refsOfNames(tx, side, names, documentsMax);
  const documents = await lockDocumentBalances(tx, refs);
  for (const document of documents) {
    if (document.contact === rfc) await assign(tx, document, contact.contactId);
    else await settleOpenItem(tx, document.openItem);
  }
}

/** Takes a document off the accounts of an RFC and posts it to those of the contact. */
async function assign(
  tx: Transaction,
  { ref, openItem, side, currency, contact: before }: DocumentBalances,
  contact: string,
): Promise<void> {
  const posted = await postedOf(tx, openItem);
  await assignDocument(tx, ref, contact);
  const { entries } = (await settleOpenItem(tx, openItem))!;
  await announceBalance(tx, ref);
  const off = new Map([...posted].map(([account, amount]) => [account, amount.negated()]));
  for (const [name, moves] of [[before, off] as const, [contact, sum(entries, posted)] as const]) {
    if (moves.size === 0) continue;
    const assignment = { kind: 'assignment' as const, side, contact: name, documentRef: ref };
    const source = `assignment:${ref}:${name}:${contact}`;
    await post(
      tx,
      { ...assignment, openItem, currency, source, occurredOn: tx.today },
      new Map([[openItem, moves]]),
    );
  }
}

function sum(one: Amounts, other: Amounts): Amounts {
  const sums = new Map(one);
  for (const [account, amount] of other) {
    sums.set(account, sums.get(account)?.plus(amount) ?? amount);
  }
  return new Map([...sums].filter(([, amount]) => !amount.isZero()));
}
