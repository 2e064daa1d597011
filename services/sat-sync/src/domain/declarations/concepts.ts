import { oneLine, type Labelled } from '../reading/labels';
import { addApplications, addLine } from './concept-amounts';
import type { Anomaly, Concept } from './facts';
import { taxClassOf } from './tax-class';

/** Bound on what one acuse may list; the longest seen have about twenty. */
const conceptsMax = 100;

const endings = new Set(['capture', 'captureLine', 'total', 'captureExpires', 'seal']);

/** The concepts and annexes of an acuse, from its labels in reading order. */
export function conceptsOf(
  found: Labelled[],
  anomalies: Anomaly[],
): { concepts: Concept[]; annexes: string[] } {
  const concepts: Concept[] = [];
  const annexes: string[] = [];
  let current: Concept | undefined;
  found.forEach((label, index) => {
    if (label.name === 'concept') {
      current = begun(label, found[index - 1]);
      const known = concepts.find(({ number }) => number === current!.number);
      if (known) {
        anomalies.push({ code: 'concept_repeated', text: `${known.number}: ${current.name}` });
        current = undefined;
      } else if (concepts.length < conceptsMax) concepts.push(current);
      if (current && current.name === '') {
        anomalies.push({ code: 'concept_nameless', text: `${current.number}` });
      }
    } else if (label.name === 'annex') {
      annexes.push(oneLine(label.value).slice(0, 200));
      current = undefined;
    } else if (endings.has(label.name)) current = undefined;
    else if (current) addLine(current, label, anomalies);
  });
  concepts.forEach((concept) => addApplications(concept, anomalies));
  return { concepts, annexes };
}

/**
 * A concept begins with its name, which may go on in the next line. The old portal prints the number
 * once more, or nothing, in that place, and the name on the lines above and below.
 */
function begun(label: Labelled, previous: Labelled | undefined): Concept {
  const { number = 0, value, isBelow } = label;
  const lines = linesOf(value);
  const isLegacy = isBelow || lines[0] === `${number}`;
  const below = lines[0] === `${number}` ? lines.slice(1) : lines;
  const name = oneLine([...(isLegacy ? nameAbove(previous) : []), ...below].join(' '));
  return { number, name: name.slice(0, 200), taxClass: taxClassOf(name) };
}

/** The last line before the concept, if it is not the value of the label before. */
function nameAbove(previous: Labelled | undefined): string[] {
  if (!previous) return [];
  const lines = linesOf(previous.value);
  const isOwnValue = lines.length < 2 && previous.name !== 'declared';
  return isOwnValue ? [] : lines.slice(-1);
}

const linesOf = (value: string): string[] =>
  value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
