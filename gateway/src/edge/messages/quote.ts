import { withLists } from './lists';

/**
 * Returns the fields of a quote as a message of commerce. The items of a quote are a separate
 * message.
 */
export const quoteMessage = <Item extends object, Fields extends { items?: Item[] | undefined }>({
  items,
  ...fields
}: Fields & { items?: Item[] | undefined }) => ({
  ...fields,
  ...(items && { items: { entries: items.map(withLists) } }),
});
