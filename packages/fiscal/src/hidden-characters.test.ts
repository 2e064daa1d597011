import { hiddenCharacter } from './hidden-characters';

test.each([
  'José Ñandú & Müller, S.A. de C.V. “El 1°” – 50 €',
  'Łukasz Žižek, Николай, 山田, محمد',
  'dos\r\nlíneas\tcon tabulador',
  '☀️ 👩‍🔧 ❤️‍🔥 👍🏽 1️⃣ 🇲🇽 ©️ 🏳️‍🌈 👨‍👩‍👧',
  'e\u0301',
  'a\u00a0b',
])('the text %j contains no hidden character', (text) =>
  expect(hiddenCharacter(text)).toBeUndefined(),
);

test.each([
  ['a control character', 'a\u0000b', 'U+0000'],
  ['another one', 'a\u009fb', 'U+009F'],
  ['a change of direction', 'Pago \u202egpj.exe', 'U+202E'],
  ['an isolate', 'a\u2066b', 'U+2066'],
  ['a direction mark', 'a\u200fb', 'U+200F'],
  ['an Arabic direction mark', 'a\u061cb', 'U+061C'],
  ['tags, which spell a second text', 'Servicio\u{e0049}\u{e0047}', 'U+E0049'],
  ['the flag of England, which is written with tags', '🏴\u{e0067}\u{e0062}\u{e007f}', 'U+E0067'],
  ['a zero-width space', 'EKU\u200b9003173C9', 'U+200B'],
  ['a soft hyphen', 'a\u00adb', 'U+00AD'],
  ['a byte order mark', 'a\ufeffb', 'U+FEFF'],
  ['a filler', 'a\u3164b', 'U+3164'],
  ['a joiner between letters', 'a\u200db', 'U+200D'],
  ['a joiner at the end', '👩\u200d', 'U+200D'],
  ['two variation selectors in a row', '☀\ufe0f\ufe0f', 'U+FE0F'],
  ['a variation selector after a letter', 'a\ufe0f', 'U+FE0F'],
  ['a variation selector after a digit', 'A1\ufe0f', 'U+FE0F'],
  ['the empty pattern of Braille', 'a\u2800b', 'U+2800'],
  ['a supplementary variation selector, which can spell a second text', '☀\u{e0100}', 'U+E0100'],
  ['a line separator', 'a\u2028b', 'U+2028'],
  ['no character', 'a\uffffb', 'U+FFFF'],
])('a hidden character is found in a text: %s', (_, text, code) => {
  expect(hiddenCharacter(text)).toBe(
    `${code} is not allowed: it is not seen, or changes what is seen.`,
  );
});
