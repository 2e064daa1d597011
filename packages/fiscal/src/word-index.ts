import { place, placeBits, postingLists, wordsOf, type SearchableRow } from './postings';

/**
 * The matching rows, as keys in order of rank. The next page begins after the last key of the previous page.
 */
export interface Matches {
  keys: Uint32Array;
  /**
   * How many words the search compared and how many postings it read. Tests and logs use this number as a
   * measure of work.
   */
  steps: number;
}

/**
 * The low 24 bits of a key contain the row, and the higher bits contain the rank. Keys are therefore sorted
 * by rank and then by code.
 */
const rowBits = 24;
const rankMax = 255;

/** Returns the row that a key contains. */
export function rowOfKey(key: number): number {
  return key & ((1 << rowBits) - 1);
}

/**
 * An inverted index with sorted words. A binary search finds the range of a prefix, so a search reads only
 * matching rows.
 */
export class WordIndex {
  private readonly words: string[];
  /**
   * The postings of word n begin at `postings[offsets[n]]` and end before `postings[offsets[n + 1]]`. Each
   * posting has a row and a position.
   */
  private readonly offsets: Uint32Array;
  private readonly postings: Uint32Array;
  private steps = 0;

  constructor(rows: Iterable<SearchableRow>) {
    const lists = postingLists(rows);
    this.words = [...lists.keys()].sort();
    this.offsets = new Uint32Array(this.words.length + 1);
    this.words.forEach((word, index) => {
      this.offsets[index + 1] = (this.offsets[index] ?? 0) + (lists.get(word)?.length ?? 0);
    });
    this.postings = new Uint32Array(this.offsets[this.words.length] ?? 0);
    this.words.forEach((word, index) => {
      this.postings.set(lists.get(word) ?? [], this.offsets[index]);
    });
  }

  /**
   * Returns the rows in which every query word is the prefix of a word; no rows for a query without words.
   */
  search(query: string): Matches {
    this.steps = 0;
    const ranges = [...new Set(wordsOf(query))].map((word) => this.rangeOf(word));
    // The rarest word of the query is searched first. The other words only filter the rows that the rarest
    // word matches.
    const [rarest, ...others] = ranges.sort((a, b) => this.sizeOf(a) - this.sizeOf(b));
    if (rarest === undefined) return { keys: new Uint32Array(0), steps: this.steps };
    let ranks = this.ranksIn(rarest);
    for (const range of others) ranks = this.confirmed(ranks, this.ranksIn(range, ranks));
    const keys = Uint32Array.from(ranks, ([row, rank]) => keyOf(row, rank)).sort();
    return { keys, steps: this.steps };
  }

  private rangeOf(prefix: string): WordRange {
    const from = this.firstNotBefore(prefix);
    return { prefix, from, to: this.firstNotBefore(`${prefix}\u{10FFFF}`) };
  }

  private firstNotBefore(word: string): number {
    let [low, high] = [0, this.words.length];
    while (low < high) {
      this.steps += 1;
      const middle = (low + high) >>> 1;
      if ((this.words[middle] ?? '') < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private sizeOf({ from, to }: WordRange): number {
    return (this.offsets[to] ?? 0) - (this.offsets[from] ?? 0);
  }

  /** Returns the best rank of each matching row, restricted to the given rows if there are any. */
  private ranksIn(range: WordRange, among?: Map<number, number>): Map<number, number> {
    const ranks = new Map<number, number>();
    for (let word = range.from; word < range.to; word += 1) {
      const isWhole = isSameWord(this.words[word] ?? '', range.prefix);
      const end = this.offsets[word + 1] ?? 0;
      for (let index = this.offsets[word] ?? 0; index < end; index += 1) {
        this.steps += 1;
        const posting = this.postings[index] ?? 0;
        const row = posting >>> placeBits;
        if (among !== undefined && !among.has(row)) continue;
        const rank = rankOf(posting & ((1 << placeBits) - 1), isWhole);
        const best = ranks.get(row);
        if (best === undefined || rank < best) ranks.set(row, rank);
      }
    }
    return ranks;
  }

  private confirmed(ranks: Map<number, number>, more: Map<number, number>): Map<number, number> {
    const both = new Map<number, number>();
    for (const [row, rank] of more) both.set(row, Math.min(rank + (ranks.get(row) ?? 0), rankMax));
    return both;
  }
}

interface WordRange {
  prefix: string;
  from: number;
  to: number;
}

/** Whether a word of the index is the query word itself or its plural. */
function isSameWord(word: string, asked: string): boolean {
  return word === asked || word === `${asked}s` || word === `${asked}es`;
}

/**
 * Returns the rank: 0 for the whole code, 1 for a prefix of the code, then whole words before prefixes, each
 * by its position in the row.
 */
function rankOf(where: number, isWhole: boolean): number {
  if (where === place.code) return isWhole ? 0 : 1;
  return (isWhole ? 1 : place.synonym + 1) + where;
}

function keyOf(row: number, rank: number): number {
  return ((rank << rowBits) | row) >>> 0;
}
