import type { Refusal } from '@timbre/kit';
import { type Issue } from '@timbre/kit';
import { z } from 'zod';
import { operation } from './operation';
import { queryOf, validate, type RawInput } from './validate';

const call = () => Promise.resolve(Buffer.alloc(0));
const shape = {
  id: 'x',
  area: 'x',
  path: '/x/{id}',
  summary: { en: '', es: '' },
  permissions: [],
  environments: 'both' as const,
  success: 200 as const,
  call,
};

const read = operation({
  ...shape,
  method: 'GET',
  isIdempotent: false,
  params: z.strictObject({ id: z.string().min(1) }),
  query: z.strictObject({ limit: z.string().regex(/^\d+$/).transform(Number).optional() }),
});
const write = operation({
  ...shape,
  method: 'POST',
  isIdempotent: true,
  body: z.strictObject({ name: z.string() }),
});
const bare = operation({ ...shape, method: 'POST', isIdempotent: false });
const optional = operation({
  ...shape,
  method: 'POST',
  isIdempotent: false,
  body: z.strictObject({ at: z.string() }).optional(),
});

const raw = (changes: Partial<RawInput> & { query?: string }): RawInput => ({
  params: { id: '1' },
  search: new URLSearchParams(changes.query),
  idempotencyKey: 'k',
  body: undefined,
  bodyIssues: [],
  ...changes,
});

function refused(row: Parameters<typeof validate>[0], input: RawInput): string[] {
  try {
    validate(row, input);
    return [];
  } catch (error) {
    const issues = (error as Refusal).details.issues as Issue[];
    return issues.map(({ path, code }) => `${path.join('.')}: ${code}`);
  }
}

describe('validate', () => {
  it('validate reports the errors of the JSON text together with the errors of its fields', () => {
    const inexact = [{ path: ['amount'], code: 'number_not_exact', message: '' }];
    const input = raw({ body: { name: 1 }, bodyIssues: inexact });
    expect(refused(write, input)).toEqual(['amount: number_not_exact', 'name: invalid_type']);
  });

  it('validate rejects invisible characters in every field, whatever the schema', () => {
    const loose = operation({
      ...shape,
      method: 'POST',
      isIdempotent: false,
      query: z.strictObject({ search: z.string() }),
      body: z.record(z.string(), z.unknown()),
    });
    const body = { fields: { 'a\u200bb': [1, 'x\u202ey'] }, note: 'a\n\tb 👩‍🔧 ñ' };
    expect(refused(loose, raw({ query: 'search=a%E2%80%AEb', body }))).toEqual([
      'search: character_not_allowed',
      'fields.a\u200bb: character_not_allowed',
      'fields.a\u200bb.1: character_not_allowed',
    ]);
  });

  it('validate returns path, query and body as their schemas parsed them', () => {
    expect(validate(read, raw({ query: 'limit=7' }))).toMatchObject({
      params: { id: '1' },
      query: { limit: 7 },
    });
    expect(validate(write, raw({ body: { name: 'n' } }))).toMatchObject({ body: { name: 'n' } });
  });

  it('validate reports the errors of path, query, header and body together', () => {
    const input = raw({ query: 'a=1', idempotencyKey: undefined, body: { nam: 1 } });
    expect(refused(write, input)).toEqual([
      'Idempotency-Key: required',
      'a: unknown_field',
      'name: required',
      'nam: unknown_field',
    ]);
  });

  it.each<[string, RawInput, string[]]>([
    ['a missing body is refused', raw({}), [': required']],
    ['a null body is refused', raw({ body: null }), [': invalid_type']],
    ['an unreadable body is the only fault of the body', raw({ bodyIssues: [{ path: [], code: 'json_invalid', message: '' }] }), [': json_invalid']],
    ['an empty key is refused', raw({ body: { name: 'n' }, idempotencyKey: '' }), ['Idempotency-Key: required']],
    ['a key with a control character is refused', raw({ body: { name: 'n' }, idempotencyKey: 'a\u0007b' }), ['Idempotency-Key: invalid_format']],
    ['a key with a blank passes', raw({ body: { name: 'n' }, idempotencyKey: 'a b' }), []],
    ['a key beyond ASCII passes', raw({ body: { name: 'n' }, idempotencyKey: 'ñ' }), []],
    ['a key of 200 characters outside the first plane passes', raw({ body: { name: 'n' }, idempotencyKey: '🧾'.repeat(200) }), []],
    ['a key of 201 characters is refused', raw({ body: { name: 'n' }, idempotencyKey: 'k'.repeat(201) }), ['Idempotency-Key: invalid_format']],
    ['a key of 200 characters passes', raw({ body: { name: 'n' }, idempotencyKey: 'k'.repeat(200) }), []],
  ])('%s', (_, input, expected) => {
    expect(refused(write, input)).toEqual(expected);
  }); // prettier-ignore

  it.each<[unknown, string[]]>([
    [undefined, []],
    [{}, []],
    [{ a: 1 }, ['a: unknown_field']],
    [[], [': invalid_type']],
    ['text', [': invalid_type']],
    [null, [': invalid_type']],
  ])('validate accepts %j where an operation takes no body', (body, expected) => {
    expect(refused(bare, raw({ body }))).toEqual(expected);
  });

  it('validate accepts a missing optional body and validates a present body', () => {
    expect(refused(optional, raw({}))).toEqual([]);
    expect(refused(optional, raw({ body: {} }))).toEqual(['at: required']);
  });
});

describe('queryOf', () => {
  it('queryOf reports query parameters that occur more than once and omits them', () => {
    const { values, issues } = queryOf(new URLSearchParams('a=1&b=2&a=3'));
    expect(values).toEqual({ a: '1', b: '2' });
    expect(issues.map(({ path, code }) => [...path, code])).toEqual([['a', 'repeated']]);
  });

  it('queryOf keeps a query parameter with the name of a property of Object.prototype', () => {
    const { values } = queryOf(new URLSearchParams('__proto__=1&constructor=2'));
    expect(Object.entries(values)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });
});
