import { absent, instant, integer, number, object, resource } from './resource';

interface Animal {
  animalId: string;
  weight: number;
  seenAt?: string;
}
type Shape = (Animal & { kind: 'bird'; wings?: number }) | (Animal & { kind: 'fish' });
type Loose = { name: string; [other: string]: unknown };

const members = {
  kind: 'r.kind',
  animalId: 'r.id',
  weight: number('r.weight'),
  seenAt: instant('r.seen_at'),
  wings: integer('r.wings'),
};

describe('a resource', () => {
  it('a resource renders every member of every variant of its schema', () => {
    expect(resource<Shape>('animal', 'animals', members)).toEqual({
      name: 'animal',
      table: 'animals',
      json: `json_strip_nulls(json_build_object('kind', r.kind, 'animalId', r.id, 'weight', trim_scale(r.weight), 'seenAt', instant(r.seen_at), 'wings', (r.wings)))`,
    });
  });

  it('a resource may omit a member for which no row has a value yet', () => {
    const { json } = resource<Shape>('animal', 'animals', { ...members, wings: absent });
    expect(json).toContain(`'wings', null`);
  });

  it('a resource may render more members than a loose schema declares', () => {
    expect(object<Loose>({ name: 'r.name', nick: 'r.nick' })).toBe(
      `json_build_object('name', r.name, 'nick', r.nick)`,
    );
  });
});

it('an object with more than fifty members is not rendered by a single function call', () => {
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`m${at}`, 'r.name']));
  expect(object<Loose>({ name: 'r.name', ...many })).toMatch(
    /^json_object\('name' value r\.name, 'm0' value r\.name, .*'m50' value r\.name returning json\)$/,
  );
});

// The compiler proves these cases: if one of these lines compiled, its unused `@ts-expect-error`
// would be a compile error.
const { wings: _, ...wingless } = members;
// @ts-expect-error a member of one variant is forgotten
resource<Shape>('animal', 'animals', wingless);
// @ts-expect-error a member is misspelled
resource<Shape>('animal', 'animals', { ...wingless, wing: integer('r.wings') });
// @ts-expect-error a member that the shape does not have
resource<Shape>('animal', 'animals', { ...members, tail: 'r.tail' });
// @ts-expect-error a number is rendered as text
resource<Shape>('animal', 'animals', { ...members, weight: 'r.weight::text' });
// @ts-expect-error a text is rendered as a number
resource<Shape>('animal', 'animals', { ...members, animalId: number('r.id') });
// @ts-expect-error a resource without a shape
resource('animal', 'animals', members);
