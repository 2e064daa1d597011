import { linesOf, type Labelled } from '../reading/labels';

/**
 * The labels without those of the head that each further page repeats. A value that a page break cuts goes
 * on behind that head, so the rest is given back to the label before it.
 * @param isHead whether a label belongs to the head of a page
 */
export function withoutPageHeads(found: Labelled[], isHead: (name: string) => boolean): Labelled[] {
  const first = new Map<string, string[]>();
  const kept: Labelled[] = [];
  let isBody = false;
  for (const label of found) {
    if (!isHead(label.name)) {
      isBody = true;
      kept.push({ ...label });
    } else if (!isBody) {
      if (!first.has(label.name)) first.set(label.name, linesOf(label.value));
      kept.push(label);
    } else {
      const rest = restOf(linesOf(label.value), first.get(label.name));
      const last = kept.at(-1)!;
      last.value = [...linesOf(last.value), ...rest].join('\n');
    }
  }
  return kept;
}

/** The lines behind those of the first page; its first line is of the label itself in any case. */
function restOf(lines: string[], first: string[] | undefined): string[] {
  const differs = lines.findIndex((line, index) => line !== first?.[index]);
  const same = differs < 0 ? lines.length : differs;
  return lines.slice(first?.length === 0 ? 0 : Math.max(1, same));
}
