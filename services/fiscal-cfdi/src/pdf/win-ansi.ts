/** The characters of WinAnsiEncoding (ISO 32000-1, annex D.2) beyond Latin-1, from 0x80 on. */
const beyondLatin1: Readonly<Record<string, number>> = {
  '€': 0x80,
  '‚': 0x82,
  ƒ: 0x83,
  '„': 0x84,
  '…': 0x85,
  '†': 0x86,
  '‡': 0x87,
  ˆ: 0x88,
  '‰': 0x89,
  Š: 0x8a,
  '‹': 0x8b,
  Œ: 0x8c,
  Ž: 0x8e,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
  '˜': 0x98,
  '™': 0x99,
  š: 0x9a,
  '›': 0x9b,
  œ: 0x9c,
  ž: 0x9e,
  Ÿ: 0x9f,
};

const latin1 = '\\x20-\\x7E\\u00A0-\\u00FF';

/** The characters of the standard fonts, as a part of a regular expression. */
export const winAnsi = `${latin1}${Object.keys(beyondLatin1).join('')}`;

const special = new RegExp(`[\\\\()]|[^${latin1}]`, 'g');

/** Encodes a text of `winAnsi` as a PDF literal string: one byte per character. */
export function winAnsiLiteral(text: string): string {
  const bytes = text.replace(special, (character) => {
    const byte = beyondLatin1[character];
    return byte === undefined ? `\\${character}` : String.fromCharCode(byte);
  });
  return `(${bytes})`;
}
