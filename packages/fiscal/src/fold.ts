/** Lower case without accents: the form in which search text is stored and asked. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
