import { Decimal } from '@timbre/fiscal';

/** The same keys with their texts read as exact decimals. */
export function decimals<Key extends string>(
  figures: Record<Key, string>,
): { readonly [K in Key]: Decimal } {
  const entries = Object.entries<string>(figures);
  const read = entries.map(([key, text]) => [key, Decimal.from(text)] as const);
  return Object.fromEntries(read) as Record<Key, Decimal>;
}
