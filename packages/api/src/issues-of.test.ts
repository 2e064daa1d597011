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
    ['says nothing of what is right', line, { name: 'ab', count: 1 }, []],
    ['tells what is missing from what is wrong', line, { count: '1' }, ['name: required', 'count: invalid_type']],
    ['takes null for a wrong value, not for none', line, { name: null, count: 1 }, ['name: invalid_type']],
    ['names each unknown field', line, { name: 'ab', count: 1, a: 1, b: 2 }, ['a: unknown_field', 'b: unknown_field']],
    ['says which bound is broken', line, { name: 'a', count: 10 }, ['name: too_small', 'count: too_big']],
    ['counts places of a list', z.array(line), [{ name: 'ab', count: 1 }, {}], ['1.name: required', '1.count: required']],
    ['tells a missing choice from a wrong one', z.object({ a: z.enum(['x']), b: z.enum(['x']) }), { b: 'y' }, ['a: required', 'b: invalid_value']],
    ['keeps the code of a rule of ours', z.string().refine(() => false, withCode('rfc_invalid', 'No.')), 'x', [': rfc_invalid']],
    ['says what a format breaks', z.iso.date(), '2026-02-30', [': invalid_format']],
  ])('%s', (_, schema, value, expected) => {
    expect(codesOf(schema, value)).toEqual(expected);
  }); // prettier-ignore

  describe('an unknown field', () => {
    const messageOf = (schema: z.ZodType, value: unknown) =>
      issuesOf(schema, certain(schema.safeParse(value).error, 'error'), value)[0]?.message;
    const byKind = z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('a'), size: z.number().optional() }),
      z.strictObject({ kind: z.literal('b'), parts: z.array(line).optional() }),
    ]);

    it.each<[string, unknown, string]>([
      ['names the nearest field', { kind: 'a', sise: 1 }, 'sise is not a field of this request; did you mean size?'],
      ['lists the fields of the chosen shape', { kind: 'b', other: 1 }, 'other is not a field here; the fields are kind, parts.'],
      ['lists the fields of an entry of a list', { kind: 'b', parts: [{ name: 'ab', count: 1, x: 1 }] }, 'x is not a field here; the fields are name, count.'],
    ])('%s', (_, value, message) => {
      expect(messageOf(byKind, value)).toBe(message);
    }); // prettier-ignore
  });

  describe('of a union', () => {
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
      ['asks for the discriminator', byKind, {}, ['kind: invalid_value']],
      ['names an unknown discriminator', z.array(byKind), [{ kind: 'c' }], ['0.kind: invalid_value']],
      ['judges by the shape that was chosen', byKind, { kind: 'a' }, ['size: required']],
      ['judges by the shape that comes closest', bySource, { source: 'calculated', x: 1 }, ['x: unknown_field']],
      ['judges by the shape that its only value names', bySource, { source: 'manual' }, ['days: required', 'lines: required']],
      ['judges the same shape by what else is there', bySource, { source: 'calculated', incidents: { a: 'x' } }, ['incidents.a: invalid_type']],
      ['asks for the least when nothing is there', bySource, {}, ['incidents: required']],
      ['judges by the fields that are there, however wrong', byFields, { lines: { a: 'x', b: 'x', c: 1 } }, ['lines.a: invalid_type', 'lines.b: invalid_type', 'lines.c: unknown_field']],
      ['judges the shape with fewest faults', bySource, { days: 1, lines: 'x' }, ['lines: invalid_type']],
      ['gives up on another type altogether', z.union([z.literal('auto'), line]), 7, [': invalid_value']],
      ['goes into the shape that is an object', z.union([z.literal('auto'), line]), {}, ['name: required', 'count: required']],
    ])('%s', (_, schema, value, expected) => {
      expect(codesOf(schema, value)).toEqual(expected);
    }); // prettier-ignore
  });
});
