import { itemAt } from '@timbre/fiscal';
import { linesOf, oneLine, type Labelled } from '../reading/labels';
import { addApplications, addLine, type Applied } from './concept-amounts';
import type { Anomaly, Concept } from './facts';
import { taxClassOf } from './tax-class';

/**
 * The maximum number of concepts in one filing receipt (acuse); the longest known acuses have about
 * twenty concepts.
 */
const conceptsMax = 100;

/**
 * Returns the concepts and annexes of a filing receipt (acuse) from its labels, which must be in
 * reading order.
 */
export function conceptsOf(
  found: Labelled[],
  anomalies: Anomaly[],
): { concepts: Concept[]; annexes: string[] } {
  const concepts: Concept[] = [];
  const annexes: string[] = [];
  const applied: Applied = new Map();
  let current: Concept | undefined;
  for (const label of withNamesBelow(found)) {
    if (label.name === 'concept') {
      current = begun(label, concepts, anomalies);
    } else if (label.name === 'annex') {
      annexes.push(oneLine(label.value).slice(0, 200));
      current = undefined;
    } else if (label.name === 'seal') current = undefined;
    else if (current) {
      addLine(current, label, applied, anomalies);
      const [, ...rest] = linesOf(label.value);
      addUnknown(current.number, rest, anomalies);
    }
  }
  concepts.forEach((concept) => addApplications(concept, applied.get(concept) ?? 0n, anomalies));
  return { concepts, annexes };
}

/**
 * Adds a concept with its printed name. The name of a concept can continue on the lines below the
 * label.
 */
function begun(label: Labelled, concepts: Concept[], anomalies: Anomaly[]): Concept | undefined {
  const { number = 0 } = label;
  const [first = '', ...rest] = linesOf(label.value);
  const name = oneLine([first, ...rest.filter(isName)].join(' '));
  const concept = { number, name: name.slice(0, 200), taxClass: taxClassOf(name) };
  const add = (code: string, text: string) => void anomalies.push({ code, text });
  if (concepts.some((known) => known.number === number)) {
    add('concept_repeated', `${number}: ${concept.name}`);
    return undefined;
  }
  if (concepts.length >= conceptsMax) {
    add('concepts_too_many', `${number}: ${concept.name}`);
    return undefined;
  }
  concepts.push(concept);
  if (name === '') add('concept_nameless', `${number}`);
  addUnknown(
    number,
    rest.filter((line) => !isName(line)),
    anomalies,
  );
  return concept;
}

const hasAmount = (line: string): boolean => /\d\)?$/.test(line);
/**
 * Whether a printed line can belong to the name of a concept, because it contains no label and no
 * amount.
 */
const isName = (line: string): boolean => !line.includes(':') && !hasAmount(line);

function addUnknown(number: number, lines: string[], anomalies: Anomaly[]): void {
  for (const line of lines.filter(hasAmount)) {
    anomalies.push({ code: 'line_unknown', text: `${number}: ${line}`.slice(0, 200) });
  }
}

/**
 * Assigns printed names to their concepts in filing receipts (acuses) of the old portal. The old
 * portal prints the name of a concept on the lines above and below the label; next to the label it
 * prints only the number again, or nothing.
 */
function withNamesBelow(found: Labelled[]): Labelled[] {
  const labels = found.map((label) => ({ ...label }));
  labels.forEach((label, index) => {
    if (label.name !== 'concept') return;
    const printed = new RegExp(`^\\s*${label.number}(?=\\s|\\p{L}|$)`, 'u');
    const isOld = label.isBelow || printed.test(label.value);
    const above = isOld && index > 0 ? takenNames(itemAt(labels, index - 1)) : [];
    label.value = [...above, label.value.replace(printed, '')].join('\n');
  });
  return labels;
}

/**
 * Removes the lines of a concept's name from the end of the preceding value, and returns these lines.
 */
function takenNames(before: Labelled): string[] {
  const lines = linesOf(before.value);
  // If the preceding value consists of words, only the last line of the value is moved, because the
  // lines above may belong to the value.
  const isWords = before.name === 'annex' || before.name === 'concept';
  const own = before.name === 'declared' ? 0 : isWords ? Math.max(1, lines.length - 1) : 1;
  const rest = lines.slice(own);
  before.value = [...lines.slice(0, own), ...rest.filter((line) => !isName(line))].join('\n');
  return rest.filter(isName);
}
