export type Language = 'en' | 'es';

/** A message in both languages. `{name}` stands for a value. */
export type Text = Readonly<Record<Language, string>>;
