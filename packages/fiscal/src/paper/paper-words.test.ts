import { inBoth, paperLanguageOf } from './language';
import { paperWords } from './paper-words';

const [es, en, both] = (['es', 'en', 'es-en'] as const).map(paperWords);

it('a document in both languages has each text in Spanish and in English', () => {
  expect(both!.cfdi.dueOn).toBe('Vencimiento / Due date');
  expect(both!.mark.page(1, 2)).toBe('Página 1 de 2 / Page 1 of 2');
});

it('a text that is equal in Spanish and English is printed only once', () => {
  expect(both!.item.subtotal).toBe('Subtotal');
});

it('a printed text that is composed of several texts has all these texts in each language', () => {
  const text = both!.say(({ item }) => item.withheld('IEPS', `${item.quota} 2`));
  expect(text).toBe('IEPS retenido cuota 2 / IEPS withheld quota 2');
});

it('every text of printed documents exists in each language', () => {
  const { say: _, ...groups } = es!;
  const all = Object.entries(groups).flatMap(([group, texts]) =>
    Object.keys(texts).map((key) => [group, key] as const),
  );
  const textOf = (words: unknown, group: string, key: string): string => {
    const text = (words as Record<string, Record<string, unknown>>)[group]![key];
    return typeof text === 'function'
      ? (text as (...values: unknown[]) => string)(1, 2, 3, 4)
      : String(text);
  };
  for (const [group, key] of all) {
    const [spanish, english] = [textOf(es, group, key), textOf(en, group, key)];
    expect(spanish.trim() && english.trim()).not.toBe('');
    expect(textOf(both, group, key)).toBe(inBoth(spanish, english));
  }
});

it.each([
  ['en', 'en'],
  ['es-en', 'es-en'],
  ['fr', 'es'],
  [undefined, 'es'],
])('the language name %s selects %s', (given, expected) => {
  expect(paperLanguageOf(given)).toBe(expected);
});
