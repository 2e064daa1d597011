import { itemAt } from './presence';
import { fold } from './fold';

/** The maximum length of a searched text, because a longer text is not a misspelled word. */
const lengthMax = 60;

/**
 * Returns the existing word that the user most likely meant, ignoring case and accents: at most a
 * third of its letters differ, or it contains the given word.
 */
export function nearest(given: string, known: Iterable<string>): string | undefined {
  const asked = fold(given);
  if (asked === '' || asked.length > lengthMax) return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(asked.length / 3)) + 1;
  for (const word of known) {
    const distance = editDistance(asked, fold(word), least);
    if (distance >= least) continue;
    best = word;
    least = distance;
  }
  return best;
}

/**
 * Returns how many letters must be changed, added, removed or swapped to turn one word into the
 * other. The result is at most `stop`.
 */
export function editDistance(one: string, other: string, stop: number): number {
  if (Math.abs(one.length - other.length) >= stop) return stop;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      let steps = Math.min(
        itemAt(row, j - 1) + (same ? 0 : 1),
        itemAt(row, j) + 1,
        itemAt(next, j - 1) + 1,
      );
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwap) steps = Math.min(steps, itemAt(before, j - 2) + 1);
      next.push(steps);
    }
    if (Math.min(...next) >= stop) return stop;
    [before, row] = [row, next];
  }
  return Math.min(itemAt(row, other.length), stop);
}
