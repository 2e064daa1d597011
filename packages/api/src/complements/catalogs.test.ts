import { firstIn, memberAt } from '@timbre/fiscal';
import { z } from 'zod';
import type { ComplementElement } from './complement';
import { documentComplements, itemComplements } from './list';
import { withholdingComplements } from './withholdings';

interface Shape {
  'x-sat-catalog'?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  $ref?: string;
}

type Shapes = Record<string, Shape>;

const lastOf = (path: string, separator: string): string =>
  path.slice(path.lastIndexOf(separator) + 1);

/**
 * Returns the fields of a schema whose values are codes of a SAT catalogue, as `field: catalogue`.
 */
function codesIn(shape: Shape, shared: Shapes, field = ''): string[] {
  const { $ref, properties = {}, items, anyOf = [], 'x-sat-catalog': catalog } = shape;
  if ($ref !== undefined) return codesIn(memberAt(shared, lastOf($ref, '/')), shared, field);
  const others = items ? [items, ...anyOf] : anyOf;
  return [
    ...(catalog === undefined ? [] : [`${field}: ${catalog}`]),
    ...Object.entries(properties).flatMap(([name, part]) => codesIn(part, shared, name)),
    ...others.flatMap((part) => codesIn(part, shared, field)),
  ];
}

/** Returns the attributes of an element and its descendants, as `field: type`. */
function typesIn({ attributes = [], each, children = [] }: ComplementElement): string[] {
  const own = attributes.map(([, field, , type]) => `${lastOf(field, '.')}: ${type ?? 'text'}`);
  const below = [...(each ? [each] : []), ...children.map(({ element }) => element)];
  return [...own, ...below.flatMap(typesIn)];
}

/**
 * A currency is an exception, because it is printed as a code next to an amount, without the
 * description from the catalogue.
 */
const asCode = 'currency: c_Moneda';

const complements = { ...documentComplements, ...itemComplements, ...withholdingComplements };
const asked = Object.entries(complements).map(([name, { input, element }]) => {
  const shape = z.toJSONSchema(input as z.ZodType, { io: 'input', unrepresentable: 'any' });
  const codes = codesIn(shape as Shape, (shape.$defs ?? {}) as Shapes);
  return { name, codes: [...new Set(codes)].filter((code) => code !== asCode), element };
});

describe('the XML element of a complement', () => {
  it.each(asked)(
    'the element names the catalogue of every code that the request has: $name',
    (one) => {
      const types = typesIn(one.element);
      const printed = new Set(types.map((type) => firstIn(type.split(':'))));
      const codes = one.codes.filter((code) => printed.has(firstIn(code.split(':'))));
      expect(codes.filter((code) => !types.includes(code))).toEqual([]);
    },
  );

  it('the test compares every complement with codes', () => {
    const found = asked.flatMap(({ codes }) => codes);
    expect(found).toEqual(expect.arrayContaining(['configuration: c_ConfigAutotransporte']));
    expect(found.length).toBeGreaterThan(30);
  });
});
