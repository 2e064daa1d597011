import { withCode } from './values';
import { certain } from '@timbre/fiscal';
import { z } from 'zod';
import { issuesOf } from './issues-of';

function codesOf(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  const issues = error ? issuesOf(schema, error, value) : [];
  return issues.map(({ path, code }) => `${path.join('.')}: ${code}`);
}

const line = z.strictObject({ name: z.string().min(2), count: z.int().max(9) });

describe('issuesOf', () => {
  it.each<[string, z.ZodType, unknown, string[]]>([
    ['a valid value has no issues', line, { name: 'ab', count: 1 }, []],
    ['a missing value and a wrong value have different codes', line, { count: '1' }, ['name: required', 'count: invalid_type']],
    ['null is a wrong value, not a missing one', line, { name: null, count: 1 }, ['name: invalid_type']],
    ['each unknown field is named', line, { name: 'ab', count: 1, a: 1, b: 2 }, ['a: unknown_field', 'b: unknown_field']],
    ['the violated bound is named', line, { name: 'a', count: 10 }, ['name: too_small', 'count: too_big']],
    ['an issue in a list has its position', z.array(line), [{ name: 'ab', count: 1 }, {}], ['1.name: required', '1.count: required']],
    ['a missing choice and a wrong choice have different codes', z.object({ a: z.enum(['x']), b: z.enum(['x']) }), { b: 'y' }, ['a: required', 'b: invalid_value']],
    ['a rule with a code of its own keeps the code', z.string().refine(() => false, withCode('rfc_invalid', 'No.')), 'x', [': rfc_invalid']],
    ['a value in a wrong format has the code invalid_format', z.iso.date(), '2026-02-30', [': invalid_format']],
  ])('%s', (_, schema, value, expected) => {
    expect(codesOf(schema, value)).toEqual(expected);
  }); // prettier-ignore

  const messageOf = (schema: z.ZodType, value: unknown) =>
    issuesOf(schema, certain(schema.safeParse(value).error, 'error'), value)[0]?.message;

  it.each<[string, string[], unknown, string]>([
    ['a missing choice', ['x', 'y'], {}, 'This field is required; choose one of x, y.'],
    ['a missing value without a choice', ['99'], {}, 'This field is required; its only value here is 99.'],
    ['a wrong value without a choice', ['99'], { a: '03' }, 'The only value here is 99.'],
  ])('the message about %s lists the possible values', (_, values, given, message) => {
    expect(messageOf(z.object({ a: z.enum(values) }), given)).toBe(message);
  }); // prettier-ignore

  describe('an unknown field', () => {
    const byKind = z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('a'), size: z.number().optional() }),
      z.strictObject({ kind: z.literal('b'), parts: z.array(line).optional() }),
    ]);

    it.each<[string, unknown, string]>([
      ['the message names the nearest field', { kind: 'a', sise: 1 }, 'sise is not a field of this request; did you mean size?'],
      ['the message lists the fields of the chosen shape', { kind: 'b', other: 1 }, 'other is not a field here; the fields are kind, parts.'],
      ['the message lists the fields of an entry of a list', { kind: 'b', parts: [{ name: 'ab', count: 1, x: 1 }] }, 'x is not a field here; the fields are name, count.'],
    ])('%s', (_, value, message) => {
      expect(messageOf(byKind, value)).toBe(message);
    }); // prettier-ignore
  });

  describe('the issues of a union', () => {
    const byKind = z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('a'), size: z.number() }),
      z.strictObject({ kind: z.literal('b') }),
    ]);
    const bySource = z.union([
      z.strictObject({
        source: z.literal('manual').optional(),
        days: z.number(),
        lines: z.number(),
      }),
      z.strictObject({
        source: z.literal('calculated').optional(),
        incidents: z.strictObject({ a: z.number() }),
      }),
      z.strictObject({ source: z.literal('calculated') }),
    ]);

    const byFields = z.union([
      z.strictObject({ lines: z.strictObject({ a: z.number(), b: z.number() }) }),
      z.strictObject({ source: z.literal('calculated') }),
    ]);

    it.each<[string, z.ZodType, unknown, string[]]>([
      ['a missing discriminator is reported', byKind, {}, ['kind: invalid_value']],
      ['an unknown discriminator is reported', z.array(byKind), [{ kind: 'c' }], ['0.kind: invalid_value']],
      ['the issues are those of the chosen shape', byKind, { kind: 'a' }, ['size: required']],
      ['the issues are those of the closest shape', bySource, { source: 'calculated', x: 1 }, ['x: unknown_field']],
      ['the issues are those of the shape with the given constant', bySource, { source: 'manual' }, ['days: required', 'lines: required']],
      ['of two shapes with the same constant, the other fields decide', bySource, { source: 'calculated', incidents: { a: 'x' } }, ['incidents.a: invalid_type']],
      ['an empty value is compared with the shape that requires the fewest fields', bySource, {}, ['incidents: required']],
      ['the given fields decide the shape, even if their values are wrong', byFields, { lines: { a: 'x', b: 'x', c: 1 } }, ['lines.a: invalid_type', 'lines.b: invalid_type', 'lines.c: unknown_field']],
      ['the issues are those of the shape with the fewest faults', bySource, { days: 1, lines: 'x' }, ['lines: invalid_type']],
      ['a value of a type that no shape has is reported as a whole', z.union([z.literal('auto'), line]), 7, [': invalid_value']],
      ['an object is compared with the shape that is an object', z.union([z.literal('auto'), line]), {}, ['name: required', 'count: required']],
    ])('%s', (_, schema, value, expected) => {
      expect(codesOf(schema, value)).toEqual(expected);
    }); // prettier-ignore
  });
});
