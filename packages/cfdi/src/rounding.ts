import type { Decimal } from '@timbre/fiscal';

/*
 * All rules for rounding amounts. Source: the fill-in guide of Anexo 20, FAQ 39 and 41, and the SAT's
 * matrix of 2024-12-13 (CFDI40107 to 40112, 40119, 40202 to 40221), read 2026-11-21.
 */

/** The maximum number of decimals that the schema allows. */
export const CONCEPT_DECIMALS_MAX = 6;

/**
 * Returns the number of decimals for all concept amounts of a document: the decimals of the currency if
 * they represent all amounts exactly, and six in all other cases. In this way, only the sums of the
 * document are rounded.
 */
export function conceptDecimals(exact: Iterable<Decimal>, currencyDecimals: number): number {
  for (const amount of exact) {
    if (amount.scale > currencyDecimals && !amount.round(currencyDecimals, 'down').equals(amount)) {
      return CONCEPT_DECIMALS_MAX;
    }
  }
  return currencyDecimals;
}

/** Rounds an amount of a concept to the given decimals. */
export function roundConcept(amount: Decimal, decimals: number): Decimal {
  return amount.round(decimals);
}

/** Rounds a sum of the document half up. The sum is built from unrounded amounts. */
export function roundSum(sum: Decimal, currencyDecimals: number): Decimal {
  return sum.round(currencyDecimals);
}

/** Rounds a rate to six decimals, as in the catalogue of the schema. */
export function roundRate(rate: Decimal): Decimal {
  return rate.round(6);
}
