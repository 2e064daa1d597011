import { hash } from 'node:crypto';
import type { accounts } from '@timbre/contract';
import { memberAt, type CalendarDate } from '@timbre/fiscal';
import {
  hasWords,
  pageLimit,
  pageOfRows,
  readCursor,
  wordPatterns,
  type Reader,
} from '@timbre/kit';
import type { Side } from '../domain/open-item';
import { isContact } from './contacts';
import { atDay, keysOf, nameOf, partsOf, rfcOf, rowOf } from './owed';

interface OwedRow {
  key: string;
  json: string;
}

interface Statement {
  sql: string;
  values: unknown[];
}

/** The pattern of a page key in the default order, which contains the contact and the currency. */
const keyPattern = /^[^|\p{Cc}]+\|[A-Z]{3}$/u;

/**
 * SQL that selects a page of the list of debts in its default order. The keys of the page are
 * selected first, so that only documents of this page are read.
 */
const usualSql = (side: Side) => `select k.contact || '|' || k.currency as key,
    json_strip_nulls(${rowOf(side)})::text as json
  from (${keysOf(side, (contact, currency) => `(${contact}, ${currency}) > ($2::text, $3::text)`, 'limit $4::int')}) k
  left join lateral (${partsOf(side)}) o on true
  group by k.contact, k.currency order by k.contact, k.currency`;

/** SQL that removes case and accents from Mexican names, in the same way as the function `fold`. */
const folded = (sql: string) =>
  `translate(lower(${sql}), 'áàäâéèëêíìïîóòöôúùüûñç', 'aaaaeeeeiiiioooouuuunc')`;

interface Order {
  /**
   * SQL that calculates the value by which the list of debts is sorted in ascending order. The
   * sort value is a short text, because page cursors contain it.
   */
  rank: (side: Side) => string;
  type: 'text' | 'numeric';
  /**
   * The pattern of a page key in a requested order, which contains the contact, the currency and
   * the sort value.
   */
  keyPattern: RegExp;
}

const orders: Readonly<Record<string, Order>> = {
  name: {
    rank: (side) => `left(${folded(`coalesce(${nameOf(side, 'k.contact')}, '')`)}, 80) collate "C"`,
    type: 'text',
    keyPattern: /^[^|\p{Cc}]+\|[A-Z]{3}\|\P{Cc}{0,80}$/u,
  },
  total: {
    rank: () => '- coalesce(sum(o.open), 0)',
    type: 'numeric',
    keyPattern: /^[^|\p{Cc}]+\|[A-Z]{3}\|-?\d{1,30}(\.\d{1,10})?$/u,
  },
  oldestDueOn: {
    rank: () => `coalesce(min(o.due_on)::text, '9999-12-31') collate "C"`,
    type: 'text',
    keyPattern: /^[^|\p{Cc}]+\|[A-Z]{3}\|\d{4}-\d\d-\d\d$/u,
  },
};

const wordsOf = (side: Side) =>
  folded(`concat_ws(' ', ${nameOf(side, 'k.contact')}, ${rfcOf('k.contact')},
    (select c.rfc from contacts c where c.org_id = :org
      and c.id = case when ${isContact('k.contact')} then k.contact::uuid end))`);

/**
 * SQL that selects a page of the list of debts in a requested order. The statement reads all open
 * documents, because the list is sorted by names and sums that are calculated from them.
 */
const orderedSql = (side: Side, { rank, type }: Order) =>
  `select q.key || '|' || q.rank as key, q.json from (
    select k.contact || '|' || k.currency as key, ${rank(side)} as rank, ${wordsOf(side)} as words,
      json_strip_nulls(${rowOf(side)})::text as json
    from (${keysOf(side, () => 'true')}) k
    left join lateral (${partsOf(side)}) o on true
    group by k.contact, k.currency) q
  where ($2::text[] is null or ${hasWords('q.words', '$2')})
    and ($3::${type} is null or (q.rank, q.key) > ($3::${type}, $4::text))
  order by q.rank, q.key limit $5::int`;

/**
 * Reads a page of the debts of customers or of the debts to suppliers, with one row for each party and
 * currency. Without a search and without a requested order, only documents of this page are read.
 */
export async function pageOfOwed(
  read: Reader,
  side: Side,
  { page, sort }: accounts.ListReceivablesRequest,
  day: CalendarDate,
): Promise<Buffer> {
  const limit = page?.limit ?? pageLimit.default;
  const words = page?.query;
  const isUsual = sort === undefined && words === undefined;
  const filters = isUsual ? '' : hash('sha256', JSON.stringify([sort, words]), 'base64url');
  const order = sort === undefined ? memberAt(orders, 'name') : memberAt(orders, sort);
  const pattern = isUsual ? keyPattern : order.keyPattern;
  const last = page?.cursor && readCursor(page.cursor, side, filters, pattern);
  const { sql, values } = isUsual
    ? usual(side, last, limit, day)
    : ordered(side, order, { words, last, limit, day });
  const rows = await read.rows<OwedRow>(sql, values);
  return pageOfRows(side, filters, rows, limit);
}

function usual(side: Side, last: string | undefined, limit: number, day: CalendarDate): Statement {
  const [contact = '', currency = ''] = (last ?? '').split('|');
  return { sql: atDay(usualSql(side), 5), values: [contact, currency, limit + 1, day] };
}

interface AskedOrder {
  words: string | undefined;
  last: string | undefined;
  limit: number;
  day: CalendarDate;
}

function ordered(side: Side, order: Order, { words, last, limit, day }: AskedOrder): Statement {
  const [contact, currency, ...rank] = (last ?? '').split('|');
  const like = words === undefined ? null : wordPatterns(words);
  const after = last === undefined ? [null, null] : [rank.join('|'), `${contact}|${currency}`];
  return { sql: atDay(orderedSql(side, order), 6), values: [like, ...after, limit + 1, day] };
}
