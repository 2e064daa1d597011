import type { quoteInput } from '@timbre/api';
import type { z } from 'zod';
import { withLists } from './lists';

type Fields = {
  [Name in keyof z.output<typeof quoteInput>]?: z.output<typeof quoteInput>[Name] | undefined;
};

/** The fields of a quote as a message of commerce: its items are a message of their own. */
export function quoteMessage({ items, ...fields }: Fields) {
  return { ...fields, ...(items && { items: { entries: items.map(withLists) } }) };
}
