import { Decimal, nearest, firstIn } from '@timbre/fiscal';
import type { z } from 'zod';
import { sayNear } from './near-text';
import { isTextKey, say, type Said, type TextKey } from './text';

type Fault = z.core.$ZodIssue;
type Path = readonly (string | number)[];

/** The maximum number of choices in a message. */
const choicesMax = 40;

/**
 * Returns Timbre's message for a fault that zod found, instead of zod's own message.
 * @param value the wrong value
 */
export function sayFault(fault: Fault, path: Path, value: unknown): Said {
  switch (fault.code) {
    case 'invalid_type':
      return sayType(fault.expected, value);
    case 'too_small':
      return sayTooSmall(fault, path, value);
    case 'too_big':
      return sayTooBig(fault, path, value);
    case 'not_multiple_of':
      return say('multiple_of', { name: nameOf(path), bound: fault.divisor });
    case 'invalid_format':
      return sayFormat(fault.format, fault.message);
    case 'invalid_value':
      return sayChoice(fault.values.map(String), value);
    case 'invalid_union':
      return sayUnion(fault.errors, value);
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'unrecognized_keys':
      return say('not_accepted');
  }
}

const typeKeys: Record<string, TextKey> = {
  string: 'type_string',
  number: 'type_number',
  int: 'type_int',
  boolean: 'type_boolean',
  array: 'type_array',
  object: 'type_object',
  record: 'type_object',
};

const sayType = (expected: string, value: unknown): Said =>
  say(value === null ? 'type_null' : (typeKeys[expected] ?? 'type_other'));

interface Bound {
  origin: string;
  inclusive?: boolean | undefined;
  exact?: boolean | undefined;
}

function sayTooSmall(
  fault: Bound & { minimum: number | bigint },
  path: Path,
  value: unknown,
): Said {
  const bound = Number(fault.minimum);
  if (fault.exact) return say('text_length', { bound });
  if (fault.origin === 'string')
    return say(bound === 1 ? 'text_empty' : 'text_too_short', { bound });
  if (fault.origin === 'array')
    return say(bound === 1 ? 'list_empty' : 'list_too_short', { bound });
  const values = { name: nameOf(path), bound };
  return (
    fractionOf(path, value) ?? say(fault.inclusive ? 'number_at_least' : 'number_above', values)
  );
}

function sayTooBig(fault: Bound & { maximum: number | bigint }, path: Path, value: unknown): Said {
  const bound = Number(fault.maximum);
  if (fault.exact) return say('text_length', { bound });
  if (fault.origin === 'string') return say('text_too_long', { bound });
  if (fault.origin === 'array') return say('list_too_long', { bound });
  const values = { name: nameOf(path), bound };
  const fraction = bound <= 1 ? fractionOf(path, value) : undefined;
  return fraction ?? say(fault.inclusive ? 'number_at_most' : 'number_below', values);
}

/** Returns the message for a rate that was given in percent, with the intended fraction. */
function fractionOf(path: Path, value: unknown): Said | undefined {
  const isPercent = typeof value === 'number' && value > 1 && value <= 100;
  if (!/rate|premium|share|fraction/i.test(nameOf(path)) || !isPercent) return undefined;
  const percent = Decimal.from(value);
  const example = percent.times(Decimal.from('0.01')).trimmed().toString();
  return say('fraction', { name: nameOf(path), percent: percent.toString(), example });
}

const formats: Record<string, TextKey> = {
  date: 'format_date',
  datetime: 'format_datetime',
  email: 'format_email',
  url: 'format_url',
  base64: 'format_base64',
  uuid: 'format_uuid',
  guid: 'format_uuid',
};

/**
 * Returns the message for a wrong format. For a pattern, zod's message is the key of Timbre's text
 * (see `form`).
 */
function sayFormat(format: string, message: string): Said {
  return say(isTextKey(message) ? message : (formats[format] ?? 'format_other'));
}

/**
 * Returns the message for a missing or wrong choice, with the choice that the client probably
 * meant.
 */
export function sayChoice(all: readonly string[], value: unknown): Said {
  const shown = all.slice(0, choicesMax).map((one) => (one === '' ? '""' : one));
  const choices = shown.join(', ') + (all.length > choicesMax ? ', …' : '');
  const isOnly = all.length === 1;
  if (value === undefined) return say(isOnly ? 'required_only' : 'required_choice', { choices });
  if (isOnly) return say('only_value', { choices });
  const near = typeof value === 'string' ? nearest(value, all) : undefined;
  return sayNear('choice', near, { choices });
}

/**
 * Returns the message for a union of fixed words and other schemas. The message lists the words.
 */
function sayUnion(branches: readonly Fault[][], value: unknown): Said {
  const words = branches
    .flat()
    .flatMap((fault) =>
      fault.code === 'invalid_value' && fault.path.length === 0 ? fault.values.map(String) : [],
    );
  const types = branches
    .flat()
    .flatMap((fault) =>
      fault.code === 'invalid_type' && fault.path.length === 0 ? [fault.expected] : [],
    );
  if (types.length === 0 && words.length > 0) return sayChoice([...new Set(words)], value);
  if (words.length === 0 && new Set(types).size === 1) return sayType(firstIn(types), value);
  if (words.length > 0 && types.includes('object'))
    return say('choice', { choices: [...new Set(words), '{ … }'].join(', ') });
  return say('no_form_fits');
}

/** The maximum number of fields in a message. */
const fieldsMax = 40;

/**
 * Returns the message for an unknown field.
 * @param known the fields that the request allows at this path
 */
export function sayUnknownField(name: string, known: readonly string[]): Said {
  const near = nearest(name, known);
  if (near) return say('unknown_field_near', { name, near });
  const isShort = known.length > 0 && known.length <= fieldsMax;
  return isShort
    ? say('unknown_field_of', { name, fields: known.join(', ') })
    : say('unknown_field', { name });
}

/** Returns the last field of a path with the position in its list, such as `items[0]`. */
function nameOf(path: Path): string {
  const at = path.findLastIndex((step) => typeof step === 'string');
  const places = path.slice(at + 1).map((step) => `[${step}]`);
  return `${at < 0 ? '' : path[at]}${places.join('')}`;
}
