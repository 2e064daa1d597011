import type { accounts } from '@timbre/contract';
import { Decimal, lastIn } from '@timbre/fiscal';
import { query } from '@timbre/kit';
import { statementLines, statementSums } from '../store/statements';
import {
  askedStatement,
  readStatementCursor,
  writeStatementCursor,
} from '../workflows/read-statement';

const usualLimit = 20;

/** Returns the statement of a contact, with one page of its lines. */
export const getContactStatement = query(
  async (read, request: accounts.GetContactStatementRequest) => {
    const { of, name, side } = await askedStatement(read, request);
    const { cursor, limit = usualLimit } = request.page ?? {};
    const after = cursor === undefined ? null : readStatementCursor(of, cursor);
    const sums = await statementSums(read, of);
    const found = await statementLines(read, of, after, limit + 1);
    const lines = found.slice(0, limit);
    const hasMore = found.length > limit;
    const shown = {
      contactId: of.contact,
      side,
      currency: of.currency,
      dateTo: of.dateTo,
      ...(name !== null && { contactName: name }),
      ...(of.dateFrom !== null && { dateFrom: of.dateFrom }),
      pagination: {
        nextCursor: hasMore ? writeStatementCursor(of, lastIn(lines).id) : null,
        hasMore,
      },
    };
    const amounts = [
      `"openingBalance":${exact(sums.opening)}`,
      `"charges":${exact(sums.charges)}`,
      `"credits":${exact(sums.credits)}`,
      `"closingBalance":${exact(sums.closing)}`,
      `"lines":[${lines.map(({ json }) => json).join(',')}]`,
    ];
    return Buffer.from(`{"data":{${JSON.stringify(shown).slice(1, -1)},${amounts.join(',')}}}`);
  },
);

/** Converts an exact amount to text in the format of a JSON number. */
const exact = (amount: string): string => Decimal.from(amount).trimmed().toString();
