import type { Issue } from '@timbre/fiscal';

/** A field of the organization's own, as its rules read it. */
export interface ReceiptFieldFacts {
  key: string;
  type: string;
  options: string[];
}

/**
 * The violated rules of the fields of sales receipts. The gateway checks single values.
 * - key_repeated: another field has this key
 * - options_missing: a choice has no options
 * - options_not_allowed: only a choice has options
 * - option_repeated: the choice has this option already
 */
export function receiptFieldIssues(fields: ReceiptFieldFacts[]): Issue[] {
  const issues: Issue[] = [];
  const keys = new Set<string>();
  fields.forEach(({ key, type, options }, index) => {
    const add = (path: (string | number)[], code: string, message: string) =>
      issues.push({ path: ['fields', index, ...path], code, message });
    if (keys.has(key)) add(['key'], 'key_repeated', `Another field has the key ${key}.`);
    keys.add(key);
    const isChoice = type === 'choice';
    if (isChoice && options.length === 0) {
      add(['options'], 'options_missing', 'A choice must have options.');
    }
    if (!isChoice && options.length > 0) {
      add(['options'], 'options_not_allowed', 'Only a field of type choice may have options.');
    }
    options.forEach((option, at) => {
      if (options.indexOf(option) < at) {
        add(['options', at], 'option_repeated', 'The choice has this option already.');
      }
    });
  });
  return issues;
}
