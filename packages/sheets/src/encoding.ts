/**
 * Returns the UTF-16 encoding that the byte order mark of a text states, or UTF-8 if the text has
 * no UTF-16 mark.
 */
export function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
