import type { Issue } from '@timbre/fiscal';
import { z } from 'zod';

type Fault = z.core.$ZodIssue;

/** Our stable codes for zod's issues; docs/errors.md lists them. */
const codes: Partial<Record<Fault['code'], string>> = {
  invalid_format: 'invalid_format',
  too_small: 'too_small',
  too_big: 'too_big',
  not_multiple_of: 'not_multiple_of',
  invalid_value: 'invalid_value',
  invalid_union: 'invalid_value',
  invalid_type: 'invalid_type',
};

/** The code of a missing value by its expected type. */
const isWrong = new Set<Fault['code']>(['invalid_type', 'invalid_value']);

const valueAt = (value: unknown, path: (string | number)[]): unknown =>
  path.reduce((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], value);

/**
 * Returns every error of a schema as an issue with its path and stable code.
 * @param schema the schema that reported the error
 * @param value the parsed value, because zod does not say whether a wrong value was present
 */
export function issuesOf(schema: z.ZodType, error: z.ZodError, value: unknown): Issue[] {
  const closest = schema instanceof z.ZodUnion ? closestShape(schema, value) : undefined;
  return (closest ?? error.issues).flatMap((fault) => toIssues(fault, [], value));
}

/**
 * The issues of a union; zod itself reports a member only if unknown fields are its only errors.
 */
function closestShape(union: z.ZodUnion, value: unknown): Fault[] | undefined {
  if (union instanceof z.ZodDiscriminatedUnion) return undefined;
  const shapes = union.options as z.ZodType[];
  return closestBranch(
    shapes.map((shape) => shape.safeParse(value).error?.issues ?? []),
    value,
  );
}

function toIssues(fault: Fault, prefix: PropertyKey[], value: unknown): Issue[] {
  const path = [...prefix, ...fault.path] as (string | number)[];
  if (fault.code === 'unrecognized_keys') {
    return fault.keys.map((key) => ({
      path: [...path, key],
      code: 'unknown_field',
      message: `${key} is not a field of this request.`,
    }));
  }
  if (fault.code === 'invalid_union') {
    if (fault.discriminator) return [discriminatorIssue(path, fault.discriminator)];
    const closest = closestBranch(fault.errors, valueAt(value, path));
    if (closest) return closest.flatMap((inner) => toIssues(inner, path, value));
  }
  if (isWrong.has(fault.code) && valueAt(value, path) === undefined) {
    return [{ path, code: 'required', message: 'This field is required.' }];
  }
  const own = fault.code === 'custom' ? (fault.params?.['code'] as string | undefined) : undefined;
  return [{ path, code: own ?? codes[fault.code] ?? 'invalid', message: fault.message }];
}

function discriminatorIssue(path: (string | number)[], name: string): Issue {
  const message = `Unknown or missing ${name}.`;
  const full = path.at(-1) === name ? path : [...path, name];
  return { path: full, code: 'invalid_value', message };
}

/**
 * The member of a union that the client most likely meant: of the right type, with the fewest
 * unknown or missing fields, then with the fewest errors.
 */
function closestBranch(branches: Fault[][], value: unknown): Fault[] | undefined {
  const possible = branches.filter((faults) =>
    faults.every(({ path, code }) => path.length > 0 || !isWrong.has(code)),
  );
  const distance = (faults: Fault[]) =>
    faults.reduce((sum, fault) => sum + misshapen(fault, value), 0);
  return possible.sort((a, b) => distance(a) - distance(b) || a.length - b.length)[0];
}

/** More than the number of fields of a request. */
const farthest = 1_000;

/**
 * The number of unknown or missing fields that an error reports. A discriminating field, which has
 * one value in each member, decides alone.
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
