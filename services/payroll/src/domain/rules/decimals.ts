import { Decimal } from '@timbre/fiscal';

/** Converts the text of each key to an exact decimal. */
export function decimals<Key extends string>(
  figures: Record<Key, string>,
): { readonly [K in Key]: Decimal } {
  const entries = Object.entries<string>(figures);
  const read = entries.map(([key, text]) => [key, Decimal.from(text)] as const);
  return Object.fromEntries(read) as Record<Key, Decimal>;
}
