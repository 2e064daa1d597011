import { winAnsi, winAnsiLiteral } from './win-ansi';

test('Latin-1 characters keep their codes', () => {
  expect(winAnsiLiteral('Ñandú, 10 % ½')).toBe('(Ñandú, 10 % ½)');
});

test('string delimiters and backslashes are escaped', () => {
  expect(winAnsiLiteral('a (b) \\ c')).toBe('(a \\(b\\) \\\\ c)');
});

test('other characters have the byte of the WinAnsi encoding', () => {
  const bytes = [...winAnsiLiteral('€–Ÿ').slice(1, -1)].map((one) => one.charCodeAt(0));
  expect(bytes).toEqual([0x80, 0x96, 0x9f]);
});

test('every character of the encoding is one byte, and none is missing', () => {
  const every = new RegExp(`^[${winAnsi}]$`);
  const named = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).filter(
    (character) => every.test(character),
  );
  const literals = named.map((character) => winAnsiLiteral(character).slice(1, -1).at(-1)!);
  expect(named).toHaveLength(95 + 96 + 27);
  expect(literals.filter((byte) => byte.charCodeAt(0) > 0xff)).toEqual([]);
  expect(new Set(literals).size).toBe(named.length);
});
