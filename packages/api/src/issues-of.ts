import { certain, issuesMax, type Issue } from '@timbre/fiscal';
import { z } from 'zod';
import { sayChoice, sayFault, sayUnknownField } from './texts/fault-text';
import { knownFields } from './texts/known-fields';
import { say, type Said } from './texts/text';

type Fault = z.core.$ZodIssue;

/** Timbre's stable issue codes for the issues of zod; docs/errors.md lists them. */
const codes: Partial<Record<Fault['code'], string>> = {
  invalid_format: 'invalid_format',
  too_small: 'too_small',
  too_big: 'too_big',
  not_multiple_of: 'not_multiple_of',
  invalid_value: 'invalid_value',
  invalid_union: 'invalid_value',
  invalid_type: 'invalid_type',
};

/** The zod codes that can mean either a wrong value or a missing value. */
const isWrong = new Set<Fault['code']>(['invalid_type', 'invalid_value']);

const valueAt = (value: unknown, path: (string | number)[]): unknown =>
  path.reduce((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], value);

/**
 * Returns every error of a schema as an issue with its path and stable code.
 * @param schema the schema that reported the error
 * @param value the parsed value, because zod does not report whether a wrong value was present
 */
export function issuesOf(schema: z.ZodType, error: z.ZodError, value: unknown): Issue[] {
  const closest = schema instanceof z.ZodUnion ? closestShape(schema, value) : undefined;
  const faults = closest ?? error.issues;
  return faults.flatMap((fault, at) =>
    toIssues(fault, [], { schema, value, isListed: at < issuesMax }),
  );
}

/**
 * Returns the issues of the union member that the client most likely meant. By default, zod reports
 * the issues of a member only if all of them are unknown fields.
 */
function closestShape(union: z.ZodUnion, value: unknown): Fault[] | undefined {
  if (union instanceof z.ZodDiscriminatedUnion) return undefined;
  const shapes = union.options as z.ZodType[];
  return closestBranch(
    shapes.map((shape) => shape.safeParse(value).error?.issues ?? []),
    value,
  );
}

interface Judged {
  schema: z.ZodType;
  value: unknown;
  /**
   * Whether the response will contain the issue. The search for the value that the client probably
   * meant runs only for an issue in the response.
   */
  isListed: boolean;
}

function toIssues(fault: Fault, prefix: PropertyKey[], judged: Judged): Issue[] {
  const path = [...prefix, ...fault.path] as (string | number)[];
  const value = valueAt(judged.value, path);
  if (fault.code === 'unrecognized_keys') {
    const known = judged.isListed ? knownFields(judged.schema, path, judged.value) : [];
    return fault.keys.map((key) => ({
      path: [...path, key],
      code: 'unknown_field',
      ...sayUnknownField(key, known),
    }));
  }
  if (fault.code === 'invalid_union') {
    if (fault.discriminator) return [discriminatorIssue(path, fault, judged.value)];
    const closest = closestBranch(fault.errors, value);
    if (closest) return closest.flatMap((inner) => toIssues(inner, path, judged));
  }
  if (isWrong.has(fault.code) && value === undefined) {
    const said =
      fault.code === 'invalid_value' ? sayChoice(fault.values.map(String), value) : say('required');
    return [{ path, code: 'required', ...said }];
  }
  if (fault.code === 'custom') return [{ path, ...ruleOf(fault, value, judged.isListed) }];
  return [{ path, code: codes[fault.code] ?? 'invalid', ...sayFault(fault, path, value) }];
}

/** The parameters that `withCode` attaches to a rule. */
interface Attached {
  code?: string;
  text?: Said['text'];
  explain?: (value: unknown) => Said;
}

function ruleOf(fault: Fault & { code: 'custom' }, value: unknown, isListed: boolean) {
  const { code = 'invalid', text, explain } = (fault.params ?? {}) as Attached;
  if (explain && isListed) return { code, ...explain(value) };
  return { code, message: fault.message, ...(text ? { text } : {}) };
}

function discriminatorIssue(
  path: (string | number)[],
  fault: Fault & { code: 'invalid_union' },
  root: unknown,
): Issue {
  const name = certain(fault.discriminator, 'discriminator');
  const full = path.at(-1) === name ? path : [...path, name];
  const choices = ('options' in fault ? (fault.options as unknown[]) : []).map(String);
  return { path: full, code: 'invalid_value', ...sayChoice(choices, valueAt(root, full)) };
}

/**
 * Returns the union member that the client most likely meant: the member of the right type with the
 * fewest unknown or missing fields, and among equals the member with the fewest errors.
 */
function closestBranch(branches: Fault[][], value: unknown): Fault[] | undefined {
  const possible = branches.filter((faults) =>
    faults.every(({ path, code }) => path.length > 0 || !isWrong.has(code)),
  );
  const distance = (faults: Fault[]) =>
    faults.reduce((sum, fault) => sum + misshapen(fault, value), 0);
  return possible.sort((a, b) => distance(a) - distance(b) || a.length - b.length)[0];
}

/** A number that is larger than the number of fields in any request. */
const farthest = 1_000;

/**
 * Returns the number of unknown or missing fields that an error reports. If the discriminating
 * field of the union is wrong, the function returns `farthest`.
 */
function misshapen(fault: Fault, value: unknown): number {
  if (isOtherShape(fault, value)) return farthest;
  if (fault.code === 'unrecognized_keys') return fault.path.length === 0 ? fault.keys.length : 0;
  const isMissing =
    fault.path.length === 1 && valueAt(value, [...fault.path] as string[]) === undefined;
  return isMissing && isWrong.has(fault.code) ? 1 : 0;
}

function isOtherShape(fault: Fault, value: unknown): boolean {
  if (fault.code !== 'invalid_value' || fault.values.length > 1 || fault.path.length !== 1)
    return false;
  return valueAt(value, [...fault.path] as string[]) !== undefined;
}
