export type Language = 'en' | 'es';

/** A message in both languages. In a text, `{name}` stands for a value. */
export type Text = Readonly<Record<Language, string>>;
