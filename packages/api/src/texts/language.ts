export type Language = 'en' | 'es';

/** A message in both languages; `{name}` is the place of a value. */
export type Text = Readonly<Record<Language, string>>;
