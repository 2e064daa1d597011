import type { Issue } from '@timbre/fiscal';
import { itemsIssues } from '@timbre/items';
import type { Profile } from '../set-up/fiscal-profile';
import type { Draft } from './draft';

/**
 * Checks the items of a draft.
 * @param profile is the fiscal profile, with the postal code of the place of issue
 */
export function draftItemsIssues(draft: Draft, profile: Profile, today: string): Issue[] {
  const { kind, input, customer, items } = draft;
  return itemsIssues(items, input.items, {
    today,
    isPriced: kind !== 'transfer',
    isCorrection: kind === 'credit_note',
    isGlobal: input.globalPeriod !== undefined,
    issuer: profile,
    placeOfIssue: profile.postalCode,
    receiverRfc: customer?.rfc,
  });
}
