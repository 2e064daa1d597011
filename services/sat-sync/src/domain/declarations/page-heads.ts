import { lastIn } from '@timbre/fiscal';
import { linesOf, type Labelled } from '../reading/labels';

/**
 * Removes the page heads that the second and later pages repeat. If a page break divides a value, the
 * rest of the value follows the head of the next page; this rest is appended to the label before that
 * head.
 * @param isHead whether a label belongs to the head of a page
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
 * Returns the lines of a page, beginning with the first line that differs from the first page. The first
 * line after a label always belongs to the label.
 */
function restOf(lines: string[], first: string[] | undefined): string[] {
  const differs = lines.findIndex((line, index) => line !== first?.[index]);
  const same = differs < 0 ? lines.length : differs;
  return lines.slice(first?.length === 0 ? 0 : Math.max(1, same));
}
