import { Decimal } from '@timbre/fiscal';
import type { Transaction } from '@timbre/kit';
import { certificationsOf } from '../domain/certify';
import {
  creditAccount,
  entriesTo,
  spentOf,
  standingOf,
  targetOf,
  type Amounts,
  type Standing,
} from '../domain/family';
import { familyOf, type FamilyState } from '../domain/family-state';
import { keepCertifications, readFamily, storeStanding } from '../store/families';
import { lockBalance } from '../store/ledger';
import { announceStanding } from '../store/standing-events';
import { followDues } from './follow-dues';

/** A family in its present state, with the entries that the ledger lacks. */
export interface Settled {
  state: FamilyState;
  standing: Standing;
  entries: Amounts;
}

/**
 * Decides which payments new complements certify, and which entries the ledger lacks. The caller
 * has locked the family and posts the entries. @returns undefined while the document that heads the
 * family is unknown
 * @param isSpentRefused the caller refuses to take back credit that was used elsewhere
 */
export async function settleFamily(
  tx: Transaction,
  name: string,
  { isSpentRefused = false }: { isSpentRefused?: boolean } = {},
): Promise<Settled | undefined> {
  const found = await readFamily(tx, name);
  if (!found) return undefined;
  const { posted, ...read } = found;
  const made =
    read.state === 'superseded' || !read.isCertified
      ? []
      : certificationsOf(read.paid, read.applications, read.certifications);
  await keepCertifications(tx, name, made);
  const certified = { ...read, certifications: [...read.certifications, ...made] };
  const spent = isSpentRefused ? undefined : await spentBy(tx, certified, posted);
  const state = spent ? { ...certified, spent } : certified;
  const family = familyOf(state);
  const standing = standingOf(family);
  const isNews = await storeStanding(tx, state, standing);
  // Nothing of a document that was paid at once is due, unless it is owed again.
  const isDue = state.isDeferred || standing.fiscal.isPositive() || isNews;
  const isReplanned =
    isDue && (await followDues(tx, state.documentRef, state.state === 'superseded'));
  if (isNews || isReplanned) await announceStanding(tx, state.documentRef);
  const entries = entriesTo(targetOf(family), posted);
  return { state, standing, entries };
}

/** Credit is locked before it is taken back, because payments of other documents use it. */
async function spentBy(
  tx: Transaction,
  state: FamilyState,
  posted: Amounts,
): Promise<Decimal | undefined> {
  const { side, contact, currency } = state;
  const account = creditAccount(side, contact);
  const before = (posted.get(account) ?? Decimal.zero).abs();
  const wanted = standingOf(familyOf(state)).credit;
  if (wanted.equals(before)) return undefined;
  const available = (await lockBalance(tx, account, currency)).abs();
  return spentOf({ posted: before, wanted, available });
}
