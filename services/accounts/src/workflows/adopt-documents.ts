import type { commerce } from '@timbre/contract';
import { TooMuchTogether, type Transaction } from '@timbre/kit';
import { certain, valueAt } from '@timbre/fiscal';
import type { Amounts, Side } from '../domain/open-item';
import { storeContacts } from '../store/contacts';
import {
  assignDocument,
  contactsOfRfcs,
  lockContacts,
  namesInUse,
  partyKey,
  refsOfNames,
} from '../store/documents';
import { post, postedOf } from '../store/ledger';
import { announceBalance } from '../store/balance-events';
import { lockDocumentBalances, type DocumentBalances } from '../store/document-balances';
import { settleOpenItem } from './settle-open-item';

/**
 * The maximum number of earlier documents that are assigned to one new contact; a rebuild assigns the
 * remaining documents.
 */
const documentsMax = 500;

/**
 * The maximum number of documents that one transaction assigns to several contacts, because it locks all
 * these documents until its commit.
 */
const togetherMax = 100;

/**
 * Stores contacts and assigns documents that arrived before their contact. Documents that name a
 * contact get the payment terms of the contact. Documents that name only an RFC are assigned to the
 * contact with this RFC, if only one contact has it. A document and its contact can therefore
 * arrive in either order.
 * @param contacts the new states of contacts; if a contact has several states, only the newest
 * state is used
 * @throws TooMuchTogether if several contacts have too many earlier documents together
 */
export async function adoptDocuments(
  tx: Transaction,
  contacts: readonly commerce.Contact[],
): Promise<void> {
  const newest = newestOf(contacts);
  const names = newest.flatMap(({ contactId, fields }) => [contactId, fields?.rfc ?? contactId]);
  await lockContacts(tx, names);
  const stored = await storeContacts(tx, newest);
  const news = newest.filter(({ contactId, deleted }) => stored.has(contactId) && !deleted);
  await adopt(tx, await waitingFor(tx, await adoptingOf(tx, news, stored), newest.length > 1));
}

/**
 * Returns only the newest state of each contact in the list. The event of a deletion contains no
 * fields, so a deleted contact keeps the fields of its previous state.
 */
function newestOf(contacts: readonly commerce.Contact[]): commerce.Contact[] {
  const newest = new Map<string, commerce.Contact>();
  for (const contact of contacts.toSorted((one, other) => one.version - other.version)) {
    const { contactId, fields = newest.get(contactId)?.fields } = contact;
    newest.set(contactId, { ...contact, fields });
  }
  return [...newest.values()];
}

/** A contact with the identifier or RFC by which earlier documents name the contact. */
interface Adopting {
  contactId: string;
  side: Side;
  rfc: string | undefined;
  names: string[];
}

async function adoptingOf(
  tx: Transaction,
  news: readonly commerce.Contact[],
  stored: ReadonlyMap<string, boolean>,
): Promise<Adopting[]> {
  const parties = news.map(({ contactId, kind, fields }) => ({
    contactId,
    side: kind === 'customer' ? ('receivable' as const) : ('payable' as const),
    rfc: fields?.rfc,
  }));
  const owners = await contactsOfRfcs(
    tx,
    parties.flatMap(({ rfc, side }) => (rfc === undefined ? [] : [{ side, name: rfc }])),
  );
  const named = parties.map((party) => {
    const { contactId, side, rfc } = party;
    const isItsOwn = rfc !== undefined && owners.get(partyKey({ side, name: rfc })) === contactId;
    const isFirst = stored.get(contactId) === true;
    return { ...party, names: [...(isFirst ? [contactId] : []), ...(isItsOwn ? [rfc] : [])] };
  });
  const used = await namesInUse(
    tx,
    named.flatMap(({ side, names }) => names.map((name) => ({ side, name }))),
  );
  return named
    .map((one) => {
      const { side } = one;
      return { ...one, names: one.names.filter((name) => used.has(partyKey({ side, name }))) };
    })
    .filter(({ names }) => names.length > 0);
}

/** Returns the earlier documents that name the given contacts, keyed by reference. */
async function waitingFor(
  tx: Transaction,
  contacts: readonly Adopting[],
  areSeveral: boolean,
): Promise<ReadonlyMap<string, Adopting>> {
  const waiting = new Map<string, Adopting>();
  for (const contact of contacts) {
    const refs = await refsOfNames(tx, contact.side, contact.names, documentsMax);
    for (const ref of refs) waiting.set(ref, contact);
    if (areSeveral && waiting.size > togetherMax) throw new TooMuchTogether();
  }
  return waiting;
}

async function adopt(tx: Transaction, waiting: ReadonlyMap<string, Adopting>): Promise<void> {
  if (waiting.size === 0) return;
  for (const document of await lockDocumentBalances(tx, [...waiting.keys()])) {
    const { contactId, rfc } = valueAt(waiting, document.ref);
    if (document.contact === rfc) await assign(tx, document, contactId);
    else await settleOpenItem(tx, document.openItem);
  }
}

/** Moves a document from the accounts of an RFC to the accounts of the contact. */
async function assign(
  tx: Transaction,
  { ref, openItem, side, currency, contact: before }: DocumentBalances,
  contact: string,
): Promise<void> {
  const posted = await postedOf(tx, openItem);
  await assignDocument(tx, ref, contact);
  const { entries } = certain(await settleOpenItem(tx, openItem), 'settleOpenItem');
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
