import { isCalendarDate, readableDecimal, type Issue } from '@timbre/fiscal';

/** A custom field of the organization, as its rules check it. */
export interface ReceiptFieldFacts {
  key: string;
  type: string;
  options: string[];
}

/**
 * Returns the violated rules of the custom fields. The gateway validates single values.
 *
 * - key_repeated: another field has the same key
 * - options_missing: a field for a choice needs options
 * - options_not_allowed: only a field for a choice may have options
 * - option_repeated: the field has this option twice
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

/** The definition of a custom field, which validates the values of a sale. */
export interface ReceiptFieldDefinition {
  key: string;
  label: string;
  type: 'text' | 'number' | 'date' | 'choice';
  required: boolean;
  options?: string[] | undefined;
  showOnReceipt: boolean;
}

/**
 * Returns the errors in a sale's custom field values; numbers are decimal text.
 *
 * - field_unknown: your organization has no receipt field with this key
 * - field_missing: this receipt field is required, but it has no value
 * - field_value_invalid: the value is not the number, the date or the option that the field requires
 */
export function fieldValueIssues(
  definitions: readonly ReceiptFieldDefinition[],
  values: readonly { key: string; value: string }[],
): Issue[] {
  const known = new Map(definitions.map((definition) => [definition.key, definition]));
  const given = new Set(values.map(({ key }) => key));
  const at = (key: string) => ['fields', key];
  const missing = definitions
    .filter(({ key, required }) => required && !given.has(key))
    .map(({ key, label }) => {
      return { path: at(key), code: 'field_missing', message: `${label} is required.` };
    });
  const wrong = values.flatMap(({ key, value }): Issue[] => {
    const definition = known.get(key);
    if (!definition) {
      const message = `Your organization has no field ${key} on its receipts.`;
      return [{ path: at(key), code: 'field_unknown', message }];
    }
    if (isOfType(definition, value)) return [];
    const message = `Not a value of ${definition.label}, a field of type ${definition.type}.`;
    return [{ path: at(key), code: 'field_value_invalid', message }];
  });
  return [...missing, ...wrong];
}

function isOfType({ type, options = [] }: ReceiptFieldDefinition, value: string): boolean {
  switch (type) {
    case 'text':
      return true;
    case 'number':
      return readableDecimal(value) !== undefined;
    case 'date':
      return isCalendarDate(value);
    case 'choice':
      return options.includes(value);
  }
}

/** Returns the values together with their current definitions, in the order of the definitions. */
export function keptFields(
  definitions: readonly ReceiptFieldDefinition[],
  values: readonly { key: string; value: string }[],
) {
  const given = new Map(values.map(({ key, value }) => [key, value]));
  return definitions.flatMap(({ key, label, type, showOnReceipt }) => {
    const value = given.get(key);
    if (value === undefined) return [];
    return [{ key, label, value: type === 'number' ? Number(value) : value, showOnReceipt }];
  });
}
