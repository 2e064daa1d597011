import { certain } from './presence';
/** Matches texts that contain only printable ASCII and accented letters, which are nearly all texts. */
const isPlain = /^[ -~¡-¬®-ÿ]*$/;

/**
 * The invisible parts of an emoji: variation selectors and joiners. These characters are allowed only
 * inside an emoji, where they have an effect.
 */
const partsOfEmoji =
  /(?<=(?![0-9#*])\p{Emoji})[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/gu;

/**
 * Characters that are invisible or change the appearance of surrounding text: control characters except
 * line breaks and tabs, changes of direction, tags, joiners, fillers, zero-width spaces, the empty
 * Braille pattern, and code points without a character (the Unicode classes Cc, Cf, Zl, Zp,
 * Default_Ignorable_Code_Point and Noncharacter_Code_Point). The SAT's pattern for texts, `[^|]`, allows
 * most of these characters.
 */
const hidden =
  /[^\P{Cc}\t\n\r]|[\u2800\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u;

/**
 * Returns a sentence about the first hidden character in a text; undefined if the text has no hidden
 * character.
 */
export function hiddenCharacter(text: string): string | undefined {
  if (isPlain.test(text)) return undefined;
  const [found] = hidden.exec(text.replace(partsOfEmoji, '')) ?? [];
  if (found === undefined) return undefined;
  const code = certain(found.codePointAt(0), 'the character')
    .toString(16)
    .toUpperCase()
    .padStart(4, '0');
  return `U+${code} is not allowed: it is not seen, or changes what is seen.`;
}
