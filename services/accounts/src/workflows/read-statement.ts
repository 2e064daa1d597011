import type { accounts } from '@timbre/contract';
import { invalid, isIdentifier, notFound, type Reader } from '@timbre/kit';
import { todayFor } from '../store/organizations';
import { statementContact, type StatementOf } from '../store/statements';

const usualCurrency = 'MXN';

/** The scope of the requested statement: contact, currency and days. */
export interface AskedStatement {
  of: StatementOf;
  name: string | null;
  side: 'receivable' | 'payable';
}

/**
 * Reads the contact and checks the period of the requested statement.
 * @throws Refusal not_found if the contact does not exist or the caller may not read its side
 */
export async function askedStatement(
  read: Reader,
  { contactId, page, currency, sides }: accounts.GetContactStatementRequest,
): Promise<AskedStatement> {
  const contact = contactId.toLowerCase();
  const found = isIdentifier(contact) ? await statementContact(read, contact) : undefined;
  if (!found || !sides.includes(found.side)) throw notFound('contact');
  const dateTo = page?.dateTo ?? (await todayFor(read));
  const dateFrom = page?.dateFrom ?? null;
  return { ...found, of: { contact, currency: currency ?? usualCurrency, dateFrom, dateTo } };
}

/** Returns a page cursor that identifies the statement and the last line of the page. */
export const writeStatementCursor = (of: StatementOf, lastId: string): string =>
  Buffer.from(JSON.stringify([...keyOf(of), lastId])).toString('base64url');

/**
 * Reads the last line of the previous page from the cursor.
 * @throws Refusal validation_error cursor_invalid if the cursor belongs to another statement
 */
export function readStatementCursor(of: StatementOf, cursor: string): string {
  const [contact, currency, dateFrom, dateTo, lastId = ''] = partsOf(cursor);
  const isOurs =
    JSON.stringify([contact, currency, dateFrom, dateTo]) === JSON.stringify(keyOf(of));
  if (isOurs && isIdentifier(lastId)) return lastId;
  const message = 'The cursor belongs to another statement; pass nextCursor unchanged.';
  throw invalid([{ path: ['cursor'], code: 'cursor_invalid', message }]);
}

const keyOf = ({ contact, currency, dateFrom, dateTo }: StatementOf) => [
  contact,
  currency,
  dateFrom ?? '',
  dateTo,
];

function partsOf(cursor: string): string[] {
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown;
    return Array.isArray(parts) ? parts.map(String) : [];
  } catch {
    // The calling code has already refused an empty cursor.
    return [];
  }
}
