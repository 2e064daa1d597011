import type { payroll } from '@timbre/contract';
import { localDateIn } from '@timbre/fiscal';
import { invalid, query } from '@timbre/kit';
import { rulesPage } from '../domain/rules-page';
import type { DatedRule } from '../domain/rules/dated-rule';
import { publicJson } from '../store/public-json';

const limitDefault = 20;

/** Lists the rules in force on a day, with their legal basis and figures. */
export const listPayrollRules = query((read, request: payroll.ListPayrollRulesRequest) => {
  const { page } = request;
  const today = localDateIn(read.businessNow.getTime(), 'America/Mexico_City');
  const on = request.on ?? today;
  const words = page?.query ?? '';
  const afterKey = page?.cursor && keyOf(page.cursor, on, words);
  const found = rulesPage(on, words, page?.limit ?? limitDefault, afterKey);
  if (!found) throw invalidCursor();
  const nextCursor = found.nextKey === undefined ? null : cursorOf(on, words, found.nextKey);
  const pagination = { nextCursor, hasMore: nextCursor !== null };
  return Promise.resolve(Buffer.from(publicJson({ data: found.rules.map(shown), pagination })));
});

/** Returns a rule in the form of the API. A rule without an end date has no `validTo`. */
function shown({ validTo, ...rule }: DatedRule): object {
  return validTo === null ? rule : { ...rule, validTo };
}

function cursorOf(on: string, words: string, key: string): string {
  return Buffer.from(JSON.stringify(['payroll-rules', on, words, key])).toString('base64url');
}

function keyOf(cursor: string, on: string, words: string): string {
  const parts = parse(cursor);
  const isOurs = Array.isArray(parts) && parts.length === 4;
  const isSame = isOurs && parts[0] === 'payroll-rules' && parts[1] === on && parts[2] === words;
  if (!isSame || typeof parts[3] !== 'string') throw invalidCursor();
  return parts[3];
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    // If the returned page is undefined, the caller refuses the cursor.
    return undefined;
  }
}

function invalidCursor() {
  const message = 'The cursor does not belong to this list; pass nextCursor unchanged.';
  return invalid([{ path: ['cursor'], code: 'cursor_invalid', message }]);
}
