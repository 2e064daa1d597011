import { lastIn } from '@timbre/fiscal';
import { linesOf, type Labelled } from '../reading/labels';

/**
 * Removes the page headers that are repeated on the second and later pages. If a page break divides
 * a value, the rest of the value follows the header of the next page; this rest is appended to the
 * value of the last label before the page break.
 * @param isHead returns whether a label belongs to a page header
 */
export function withoutPageHeads(found: Labelled[], isHead: (name: string) => boolean): Labelled[] {
  const first = new Map<string, string[]>();
  const kept: { label: Labelled; parts: string[] }[] = [];
  let isBody = false;
  for (const label of found) {
    isBody ||= !isHead(label.name);
    if (isBody && isHead(label.name)) {
      lastIn(kept).parts.push(...restOf(linesOf(label.value), first.get(label.name)));
    } else {
      if (!first.has(label.name)) first.set(label.name, linesOf(label.value));
      kept.push({ label, parts: [label.value] });
    }
  }
  return kept.map(({ label, parts }) => ({ ...label, value: parts.join('\n').trim() }));
}

/**
 * Returns the lines of a page, from the first line that differs from the header of the first page.
 * The first line after a label always belongs to its value.
 */
function restOf(lines: string[], first: string[] | undefined): string[] {
  const differs = lines.findIndex((line, index) => line !== first?.[index]);
  const same = differs < 0 ? lines.length : differs;
  return lines.slice(first?.length === 0 ? 0 : Math.max(1, same));
}
