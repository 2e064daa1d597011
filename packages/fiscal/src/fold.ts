/**
 * Converts a text to lower case without accents, the form in which search texts are stored and
 * compared.
 */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * Removes everything except letters and digits, and converts letters to upper case without accents.
 * Names in this form are equal even if the text of a PDF has lost its blanks.
 */
export function foldLetters(text: string): string {
  return fold(text)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
}
