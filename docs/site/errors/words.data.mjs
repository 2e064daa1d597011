import { catalogue } from '../catalogue.mjs';

export default {
  /** The words of the list, each once. */
  load() {
    const words = new Map(catalogue().map((word) => [word.code, word]));
    return [...words.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
  },
};
