/** The languages of printed documents. `es-en` prints each label in both languages. */
export const paperLanguages = ['es', 'en', 'es-en'] as const;

export type PaperLanguage = (typeof paperLanguages)[number];

/** Returns the document language with this name, or Spanish if the name is invalid. */
export const paperLanguageOf = (text: string | null | undefined): PaperLanguage =>
  paperLanguages.find((language) => language === text) ?? 'es';

/** A text in both languages. A text with placeholders is a function of its values. */
export interface InBoth<T> {
  readonly es: T;
  readonly en: T;
}

type Text = string | ((...values: never[]) => string);

/**
 * Defines a text of a table in both languages. The two parameters make a missing translation a
 * compile error.
 */
export function said(es: string, en: string): InBoth<string>;
export function said<V extends unknown[]>(
  es: (...values: V) => string,
  en: (...values: V) => string,
): InBoth<(...values: V) => string>;
export function said(es: Text, en: Text): InBoth<Text> {
  return { es, en };
}

type Table = Readonly<Record<string, Readonly<Record<string, InBoth<Text>>>>>;

/** The texts of a table of printed texts, in one language. */
export type Words<T extends Table> = {
  readonly [Group in keyof T]: {
    readonly [Key in keyof T[Group]]: T[Group][Key]['es'];
  };
};

export const wordsIn = <T extends Table>(table: T, language: PaperLanguage): Words<T> =>
  mapped(table, (group) => mapped(group, (text) => spoken(text, language))) as Words<T>;

const mapped = <A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

function spoken({ es, en }: InBoth<Text>, language: PaperLanguage): Text {
  if (language !== 'es-en') return language === 'es' ? es : en;
  if (typeof es === 'string' || typeof en === 'string') return inBoth(String(es), String(en));
  return (...values) => inBoth(es(...values), en(...values));
}

/** Returns the Spanish text followed by the English text, or a single text if both are equal. */
export const inBoth = (es: string, en: string): string => (es === en ? es : `${es} / ${en}`);
