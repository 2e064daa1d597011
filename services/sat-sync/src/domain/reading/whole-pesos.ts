/** An amount of a declaration in whole pesos, as the text of an integer. */
export type WholePesos = string;

/**
 * Reads an amount such as `17,060`, `$ 17,060` or `(1,079)`. The parentheses around an applied amount do
 * not make it negative. Returns undefined for any other text, such as two amounts or more than 15 digits,
 * because Timbre never guesses an amount.
 */
export function wholePesos(value: string): WholePesos | undefined {
  const text = value.trim().replace(/^\$\s*/, '');
  const inside = /^\(\s*\$?\s*(.*?)\s*\)$/.exec(text)?.[1] ?? text;
  if (!/^(\d{1,3}(,\d{3}){0,4}|\d{1,15})$/.test(inside)) return undefined;
  return inside.replaceAll(',', '').replace(/^0+(?=\d)/, '');
}
