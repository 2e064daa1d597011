import { certain } from '@timbre/fiscal';
import type { MessageText } from '@timbre/fiscal';
import type { Language, Text } from './language';
import { complementXml } from './complement-xml';
import { readinessTexts } from './readiness';
import { validation } from './validation';
import { warnings } from './warnings';

/** Every message text in both languages. */
export const texts = {
  ...complementXml,
  ...validation,
  ...warnings,
  ...readinessTexts,
} satisfies Record<string, Text>;

export type TextKey = keyof typeof texts;

/**
 * A message in English, with the key and values for rendering it in other languages.
 */
export interface Said {
  message: string;
  text: MessageText;
}

/** Renders a text in English, and stores its key and values for other languages. */
export function say(
  key: TextKey,
  values: Readonly<Record<string, string | number | Text>> = {},
): Said {
  const written = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? value : String(value),
    ]),
  );
  const text = { key, values: written };
  return { message: certain(renderText(text, 'en'), 'the English text'), text };
}

/** Returns the message in a language; undefined for a key that this version does not have. */
export function renderText({ key, values }: MessageText, language: Language): string | undefined {
  const template = Object.hasOwn(texts, key) ? texts[key as TextKey][language] : undefined;
  return template?.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name] ?? place;
    return typeof value === 'string' ? value : value[language];
  });
}

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(texts, key);
