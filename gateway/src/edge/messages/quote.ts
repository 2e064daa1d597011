import { withLists } from './lists';

/**
 * Converts the fields of a quote to a message of commerce. The items of a quote are a separate
 * message.
 */
export const quoteMessage = <Item extends object, Fields extends { items?: Item[] | undefined }>({
  items,
  ...fields
}: Fields & { items?: Item[] | undefined }) => ({
  ...fields,
  ...(items && { items: { entries: items.map(withLists) } }),
});
