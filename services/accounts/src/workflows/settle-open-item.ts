import { Decimal } from '@timbre/fiscal';
import type { Transaction } from '@timbre/kit';
import { matchComplements } from '../domain/match-complements';
import {
  creditAccount,
  entriesTo,
  spentOf,
  openBalanceOf,
  targetOf,
  type Amounts,
  type OpenBalance,
} from '../domain/open-item';
import { openItemOf, type OpenItemState } from '../domain/open-item-state';
import type { DatedOpenItem } from '../domain/reductions';
import { keepMatches, readApplications, readOpenItem, storeBalance } from '../store/open-items';
import { readCollection } from '../store/collected-documents';
import { lockBalance } from '../store/ledger';
import { announceBalance } from '../store/balance-events';
import { followInstallments } from './follow-installments';

/** The current state of an open item, with the entries that the ledger still lacks. */
export interface Settled {
  state: OpenItemState;
  balance: OpenBalance;
  entries: Amounts;
}

/**
 * Decides which payments new complements match and which entries the ledger still lacks. The caller must
 * have locked the open item and must post the entries.
 * @param isSpentRefused true if the caller refuses a reversal that takes back credit that paid
 * another document
 * @returns undefined if the main document of the open item is not stored yet
 */
export async function settleOpenItem(
  tx: Transaction,
  name: string,
  { isSpentRefused = false }: { isSpentRefused?: boolean } = {},
): Promise<Settled | undefined> {
  const found = await readOpenItem(tx, name);
  if (!found) return undefined;
  const { posted, ...read } = found;
  const matched = await matchedState(tx, name, read);
  const spent = isSpentRefused ? undefined : await spentBy(tx, matched, posted);
  const state = spent ? { ...matched, spent } : matched;
  const openItem = openItemOf(state);
  const balance = openBalanceOf(openItem);
  const { documentRef } = state;
  const change = await storeBalance(tx, state, balance);
  const isNews = change?.isAnnounced ?? false;
  // A document that was paid at once has no amount due, except if its debt was reopened.
  const isDue = state.isDeferred || balance.fiscal.isPositive() || isNews;
  const collected = isDue && (change ? change.collection : await readCollection(tx, documentRef));
  const isReplanned =
    collected && (await followInstallments(tx, collected, state.state === 'superseded'));
  if (isNews || isReplanned) await announceBalance(tx, documentRef);
  const entries = entriesTo(targetOf(openItem), posted);
  return { state, balance, entries };
}

/** Matches new complements with the payments of the open item and stores the matches. */
async function matchedState(
  tx: Transaction,
  name: string,
  state: DatedOpenItem,
): Promise<DatedOpenItem> {
  const known = new Set(state.matches.map(({ complement }) => complement));
  const isMatched = state.paid.every(({ ref }) => known.has(ref));
  if (state.state === 'superseded' || !state.isCfdi || isMatched) return state;
  const applications = await readApplications(tx, name);
  const made = matchComplements(state.paid, applications, state.matches);
  await keepMatches(tx, name, made);
  return { ...state, applications, matches: [...state.matches, ...made] };
}

/**
 * Returns the credit of the open item that cannot be taken back. The credit balance is locked first,
 * because payments of other documents may use it at the same time.
 */
async function spentBy(
  tx: Transaction,
  state: OpenItemState,
  posted: Amounts,
): Promise<Decimal | undefined> {
  const { side, contact, currency } = state;
  const account = creditAccount(side, contact);
  const before = (posted.get(account) ?? Decimal.zero).abs();
  const wanted = openBalanceOf(openItemOf(state)).credit;
  if (wanted.equals(before)) return undefined;
  const available = (await lockBalance(tx, account, currency)).abs();
  return spentOf({ posted: before, wanted, available });
}
