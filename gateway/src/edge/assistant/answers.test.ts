import { operations } from '../operations';
import { answerOf, textOf } from './answers';

const textIn = (value: object): string => textOf(value).content[0]!.text;

describe('tool result text', () => {
  it.each([
    ['a zero-width space', '\u200b', '\\u200b'],
    ['a change of direction', '\u202e', '\\u202e'],
    ['a line separator', '\u2028', '\\u2028'],
    ['a tag of Unicode, which takes two units', '\u{e0041}', '\\udb40\\udc41'],
    ['a character of private use', '\ue000', '\\ue000'],
  ])('the text of an answer shows %s as an escape with the same meaning', (_, unseen, escape) => {
    const value = { name: `A${unseen}B` };
    expect(textIn(value)).toBe(`{"name":"A${escape}B"}`);
    expect(JSON.parse(textIn(value))).toEqual(value);
  });

  it('the text of a tool result keeps visible characters unchanged', () => {
    expect(textIn({ name: 'Ñandú “S.A.” 日本 😀' })).toBe('{"name":"Ñandú “S.A.” 日本 😀"}');
  });
});

describe('operation results', () => {
  const row = operations.find(({ id }) => id === 'getCfdi')!;
  const answered = (data: object) =>
    JSON.parse(
      answerOf(row, Buffer.from(JSON.stringify({ data })), 'en').content[0]!.text,
    ) as object;
  const items = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ description: `Artículo ${n}`.padEnd(100) }));

  it('the result of an operation is complete if it is short enough for a model', () => {
    const data = { documentRef: 'cfdi:1', items: items(100) };
    expect(answered(data)).toEqual({ data });
  });

  it('the result of an operation contains the beginning of a list that is too long, and the number of omitted items', () => {
    const data = { documentRef: 'cfdi:1', items: items(1_250), complement: { documents: [1] } };
    expect(answered(data)).toEqual({
      data: { ...data, items: data.items.slice(0, 40) },
      leftOut: { items: 'This answer shows the first 40 of 1250.' },
      next: expect.stringContaining('leftOut'),
    });
  });
});
