import { textOf } from './answers';

const textIn = (value: object): string => textOf(value).content[0]!.text;

describe('the text of an answer', () => {
  it.each([
    ['a zero-width space', '\u200b', '\\u200b'],
    ['a change of direction', '\u202e', '\\u202e'],
    ['a line separator', '\u2028', '\\u2028'],
    ['a tag of Unicode, which takes two units', '\u{e0041}', '\\udb40\\udc41'],
    ['a character of private use', '\ue000', '\\ue000'],
  ])('shows %s as an escape, and means the same', (_, unseen, escape) => {
    const value = { name: `A${unseen}B` };
    expect(textIn(value)).toBe(`{"name":"A${escape}B"}`);
    expect(JSON.parse(textIn(value))).toEqual(value);
  });

  it('leaves what people see as it is', () => {
    expect(textIn({ name: 'Ñandú “S.A.” 日本 😀' })).toBe('{"name":"Ñandú “S.A.” 日本 😀"}');
  });
});
