import { html } from '../.vitepress/error-pages.mjs';
import { catalogue } from '../catalogue.mjs';

export default {
  /** Returns each word of the list once, with its meaning as HTML. */
  load() {
    const words = new Map(catalogue().map((word) => [word.code, word]));
    return [...words.values()]
      .sort((a, b) => (a.code < b.code ? -1 : 1))
      .map(({ code, sentence, spanish }) => ({ code, en: html(sentence), es: html(spanish) }));
  },
};
