import type { Issue } from '@timbre/kit';
import type { z } from 'zod';

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

/** The faults that a schema found, as issues: every one, each with its path and stable code. */
export function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.flatMap((fault) => toIssues(fault, []));
}

function toIssues(fault: Fault, prefix: PropertyKey[]): Issue[] {
  const path = [...prefix, ...fault.path] as (string | number)[];
  if (fault.code === 'unrecognized_keys') {
    return fault.keys.map((key) => ({
      path: [...path, key],
      code: 'unknown_field',
      message: `${key} is not a field of this request.`,
    }));
  }
  if (fault.code === 'invalid_union' && fault.discriminator) {
    const message = `Unknown or missing ${fault.discriminator}.`;
    return [
      {
        path: [...path, ...(path.at(-1) === fault.discriminator ? [] : [fault.discriminator])],
        code: 'invalid_value',
        message,
      },
    ];
  }
  if (fault.code === 'invalid_type' && fault.input === undefined) {
    return [{ path, code: 'required', message: 'This field is required.' }];
  }
  const own = fault.code === 'custom' ? (fault.params?.['code'] as string | undefined) : undefined;
  return [{ path, code: own ?? codes[fault.code] ?? 'invalid', message: fault.message }];
}
