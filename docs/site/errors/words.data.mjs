import { html } from '../.vitepress/error-pages.mjs';
import { catalogue } from '../catalogue.mjs';

export default {
  /** The words of the list, each once, with their meanings as HTML. */
  load() {
    const words = new Map(catalogue().map((word) => [word.code, word]));
    return [...words.values()]
      .sort((a, b) => (a.code < b.code ? -1 : 1))
      .map(({ code, sentence, spanish }) => ({ code, en: html(sentence), es: html(spanish) }));
  },
};
