import { characterIssues, idempotencyKey, issuesOf, say, sayUnknownField } from '@timbre/api';
import { invalid, type Issue } from '@timbre/kit';
import type { z } from 'zod';
import type { OperationRow } from './operation';

export interface RawInput {
  params: Record<string, string | undefined>;
  search: URLSearchParams;
  idempotencyKey: string | undefined;
  body: unknown;
  /** The errors in the body's JSON text. The body is undefined if its text could not be parsed. */
  bodyIssues: Issue[];
}

export interface Input {
  params: never;
  query: never;
  body: never;
}

/**
 * Returns the query of a URL as an object. A parameter that occurs twice is an error, because it is
 * unclear which value the client means.
 */
export function queryOf(search: URLSearchParams): {
  values: Record<string, string>;
  issues: Issue[];
} {
  const values: Record<string, string> = {};
  const issues: Issue[] = [];
  for (const key of new Set(search.keys())) {
    const given = search.getAll(key);
    Object.defineProperty(values, key, { value: given[0], enumerable: true });
    if (given.length > 1) {
      issues.push({ path: [key], code: 'repeated', ...say('given_twice', { name: key }) });
    }
  }
  return { values, issues };
}

/**
 * Validates a request against its operation row.
 * @throws Refusal validation_error with all errors of path, query, header and body
 */
export function validate(row: OperationRow, raw: RawInput): Input {
  const query = queryOf(raw.search);
  const issues = [...query.issues, ...keyIssues(row, raw.idempotencyKey), ...raw.bodyIssues];
  const parse = (schema: z.ZodType | undefined, value: unknown): unknown => {
    if (!schema) return undefined;
    const result = schema.safeParse(value);
    if (!result.success) issues.push(...issuesOf(schema, result.error, value));
    return result.data;
  };
  const params = parse(row.params, raw.params);
  const values = row.query ? parse(row.query, query.values) : unexpected(query.values, issues);
  const isUnread = raw.bodyIssues.length > 0 && raw.body === undefined;
  const body = isUnread ? undefined : bodyOf(row, raw.body, parse, issues);
  // People do not write cursors, so invalid characters in a cursor are reported only as an invalid
  // cursor.
  const { cursor: _, ...words } = query.values;
  for (const given of [words, raw.body]) issues.push(...characterIssues(given, issues));
  if (issues.length) throw invalid(issues);
  // The cast is safe, because the operation row's schemas have parsed each part.
  return { params, query: values, body } as unknown as Input;
}

function bodyOf(
  row: OperationRow,
  body: unknown,
  parse: (schema: z.ZodType | undefined, value: unknown) => unknown,
  issues: Issue[],
): unknown {
  if (row.body) {
    if (body !== undefined || row.body.safeParse(undefined).success) return parse(row.body, body);
    issues.push({ path: [], code: 'required', ...say('body_required') });
    return undefined;
  }
  const isEmpty = body === undefined || (isObject(body) && Object.keys(body).length === 0);
  if (isEmpty) return undefined;
  if (isObject(body)) unexpected(body, issues);
  else issues.push({ path: [], code: 'invalid_type', ...say('body_unexpected') });
  return undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function unexpected(values: Record<string, unknown>, issues: Issue[]): undefined {
  for (const key of Object.keys(values)) {
    issues.push({
      path: [key],
      code: 'unknown_field',
      ...sayUnknownField(key, []),
    });
  }
}

function keyIssues(row: OperationRow, key: string | undefined): Issue[] {
  if (!row.isIdempotent) return [];
  const path = ['Idempotency-Key'];
  if (key === undefined || key === '') {
    return [{ path, code: 'required', ...say('key_required') }];
  }
  const isRight = idempotencyKey.safeParse(key).success;
  return isRight ? [] : [{ path, code: 'invalid_format', ...say('key_form') }];
}
