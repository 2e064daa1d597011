import { legalBasisIn, payrollRuleIn, type Language } from '@timbre/api';
import { fold } from '@timbre/fiscal';
import type { DatedRule } from './rules/dated-rule';
import { rulesInForce } from './rules/rule-book';

const languages: readonly Language[] = ['en', 'es'];

export interface RulesPage {
  readonly rules: readonly DatedRule[];
  /** The cursor for the next page; absent on the last page. */
  readonly nextKey?: string;
}

/**
 * Lists rules in force on a day whose key, label or legal basis contains the searched words, in
 * English or in Spanish. The list starts after the given key. Returns undefined if no rule in the
 * list has the given rule key.
 */
export function rulesPage(
  on: string,
  words: string,
  limit: number,
  afterKey?: string,
): RulesPage | undefined {
  const wanted = fold(words);
  const found = rulesInForce(on).filter((rule) =>
    languages.some((language) => fold(wordsOf(rule, language)).includes(wanted)),
  );
  const start = afterKey === undefined ? 0 : found.findIndex(({ key }) => key === afterKey) + 1;
  if (afterKey !== undefined && start === 0) return undefined;
  const rules = found.slice(start, start + limit);
  const last = rules.at(-1);
  const isMore = start + limit < found.length;
  return isMore && last !== undefined ? { rules, nextKey: last.key } : { rules };
}

function wordsOf({ key, label, legalBasis }: DatedRule, language: Language): string {
  return `${key} ${payrollRuleIn(language, key, label)} ${legalBasisIn(language, legalBasis)}`;
}
