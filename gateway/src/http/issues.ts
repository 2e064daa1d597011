import type { Issue } from '@timbre/kit';
import { z } from 'zod';

type Fault = z.core.$ZodIssue;

/** Our stable codes of what a schema can find; the catalogue of docs/errors.md lists them. */
const codes: Partial<Record<Fault['code'], string>> = {
  invalid_format: 'invalid_format',
  too_small: 'too_small',
  too_big: 'too_big',
  not_multiple_of: 'not_multiple_of',
  invalid_value: 'invalid_value',
  invalid_union: 'invalid_value',
  invalid_type: 'invalid_type',
};

/** What a missing value is told of as, depending on what was expected. */
const isWrong = new Set<Fault['code']>(['invalid_type', 'invalid_value']);

const valueAt = (value: unknown, path: (string | number)[]): unknown =>
  path.reduce((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], value);

/**
 * The faults that a schema found, as issues: every one, each with its path and stable code.
 * @param schema what the error is of
 * @param value what was parsed: zod does not say whether a wrong value was there at all
 */
export function issuesOf(schema: z.ZodType, error: z.ZodError, value: unknown): Issue[] {
  const closest = schema instanceof z.ZodUnion ? closestShape(schema, value) : undefined;
  return (closest ?? error.issues).flatMap((fault) => toIssues(fault, [], value));
}

/** Of a body with several shapes; zod itself tells only of a shape that has but fields too many. */
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

/** Of several shapes the one that was meant: not another type altogether, the fewest fields too many
 * or missing, and the fewest faults. */
function closestBranch(branches: Fault[][], value: unknown): Fault[] | undefined {
  const possible = branches.filter((faults) =>
    faults.every(({ path, code }) => path.length > 0 || !isWrong.has(code)),
  );
  const distance = (faults: Fault[]) =>
    faults.reduce((sum, fault) => sum + misshapen(fault, value), 0);
  return possible.sort((a, b) => distance(a) - distance(b) || a.length - b.length)[0];
}

/** More than a request has fields. */
const farthest = 1_000;

/** How many fields of the value itself a fault finds too many or missing. A field that has one value
 * in each shape says which of them was meant. */
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
