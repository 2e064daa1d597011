import type { Issue } from '@timbre/fiscal';
import type { z } from 'zod';
import type { ComplementedDraft } from '../complement';
import type { input } from './shape';

type Value = z.output<typeof input>;

/** c_RegimenFiscal: non-profit organizations. */
const nonProfit = '603';
/** The code of c_UsoCFDI with which a natural person deducts a donation. */
const donation = 'D04';
/** The product keys of donations in c_ClaveProdServ: class 84101600 and its keys. */
const donationKey = /^841016\d\d$/;

/**
 * Checks the rule of donations that the schema of the value cannot express.
 *
 * - in_future: the date is in the future
 */
export function issues({ authorizedOn }: Value, { today }: ComplementedDraft): Issue[] {
  if (authorizedOn <= today) return [];
  const message = 'The donee must be authorized before it issues the receipt.';
  return [{ path: ['authorizedOn'], code: 'in_future', message }];
}

/**
 * Warns of probable mistakes in donation receipts. Source: the SAT's leaflet on donations, 2024; no SAT
 * matrix contains these rules.
 *
 * - complement_missing: a document with this product code or CFDI use usually has a complement, but the draft
 *   has none
 * - donation_regime_unusual: donation receipts are usually issued under tax regime 603 (non-profit
 *   organizations), which the issuer does not have
 * - donation_paid_later: a donation receipt is for a donation that was already received, so its payment
 *   method must be PUE
 */
export function warnings(
  value: Value | undefined,
  { issuerTaxSystem, cfdiUse, timing, items }: ComplementedDraft,
): Issue[] {
  if (!value) {
    const isDonation = items.some(({ satProductCode }) => donationKey.test(satProductCode));
    if (!isDonation && cfdiUse !== donation) return [];
    const message =
      'A donation without this complement is not deductible; add `donations` if you are an authorized donee.';
    return [{ path: [], code: 'complement_missing', message }];
  }
  const found: Issue[] = [];
  if (issuerTaxSystem !== nonProfit) {
    const message = `Donees usually have the tax system ${nonProfit}; yours is ${issuerTaxSystem}.`;
    found.push({ path: [], code: 'donation_regime_unusual', message });
  }
  if (timing === 'deferred_or_installments') {
    const message = 'Issue the receipt when the donation is received, with a single payment (PUE).';
    found.push({ path: [], code: 'donation_paid_later', message });
  }
  return found;
}
