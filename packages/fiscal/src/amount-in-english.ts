import { firstIn, itemAt } from './presence';
import { saidParts } from './amount-in-words';
import type { Decimal } from './decimal';

/** The English names of a currency in a printed total: singular and plural. */
const currencyNames: Record<string, [one: string, many: string]> = {
  MXN: ['PESO', 'PESOS'],
  USD: ['DOLLAR', 'DOLLARS'],
  EUR: ['EURO', 'EUROS'],
  CAD: ['CANADIAN DOLLAR', 'CANADIAN DOLLARS'],
  JPY: ['YEN', 'YEN'],
  CHF: ['SWISS FRANC', 'SWISS FRANCS'],
};

/**
 * Returns a total in English words, such as "ONE THOUSAND ONE HUNDRED SIXTY PESOS 00/100 MXN".
 * Rounding and currencies follow the rules of `amountInWords`. @throws RangeError for an amount
 * below zero or above 999,999,999,999.99
 */
export function amountInEnglish(amount: Decimal, currency = 'MXN'): string {
  const { units, part } = saidParts(amount, currency);
  const [one, many] = currencyNames[currency] ?? ['', ''];
  const noun = units === 1 ? one : many;
  return [words(units), noun, part, currency].filter((each) => each !== '').join(' ');
}

const small = (
  'ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN ' +
  'SEVENTEEN EIGHTEEN NINETEEN'
).split(' ');
const tens = '- - TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY'.split(' ');
const groups = ['BILLION', 'MILLION', 'THOUSAND', ''];

function words(value: number): string {
  if (value === 0) return firstIn(small);
  const said = groups.flatMap((name, at) => {
    const group = Math.floor(value / 1000 ** (groups.length - 1 - at)) % 1000;
    return group === 0 ? [] : [...belowThousand(group), name];
  });
  return said.filter((word) => word !== '').join(' ');
}

function belowThousand(value: number): string[] {
  const hundred = Math.floor(value / 100);
  const rest = value % 100;
  return [
    ...(hundred > 0 ? [itemAt(small, hundred), 'HUNDRED'] : []),
    ...(rest > 0 ? [belowHundred(rest)] : []),
  ];
}

function belowHundred(value: number): string {
  if (value < 20) return itemAt(small, value);
  const ten = itemAt(tens, Math.floor(value / 10));
  return value % 10 === 0 ? ten : `${ten}-${small[value % 10]}`;
}
