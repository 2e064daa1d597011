import { foldLetters, firstIn } from '@timbre/fiscal';
import { labelReader, type LabelTable } from '../reading/labels';
import { wholePesos } from '../reading/whole-pesos';
import type { Anomaly } from './facts';

/**
 * The labels in the section of the capture line (línea de captura), which the SAT prints with and
 * without a colon.
 */
const labels: LabelTable = [
  ['heading', 'Sección línea de captura'],
  ...(
    ['Línea de Captura', 'Importe total a pagar', 'Vigente hasta', 'Sello digital'] as const
  ).flatMap((label) => [[label, label] as const, [label, `${label}:`] as const]),
];
const reader = labelReader(labels);

/**
 * Splits the text into the section of the capture line, which follows the last concept, and the text
 * before it.
 */
export function splitAtCapture(text: string): [string, string] {
  const lines = text.split('\n');
  const last = lines.findLastIndex((line) => foldLetters(line).includes('CONCEPTODEPAGO'));
  const at = lines.findIndex((line, index) => {
    const joined = foldLetters(line + (lines[index + 1] ?? ''));
    const place = joined.search(/(SECCION)?LINEADECAPTURA/);
    return index > last && place >= 0 && place < foldLetters(line).length;
  });
  return at < 0 ? [text, ''] : [lines.slice(0, at).join('\n'), lines.slice(at).join('\n')];
}

/** The format of a capture line: 04, two digits for the year, and 16 more characters. */
const captureLine = /(?<![0-9A-Z])04\d{2}(?:\s*[0-9A-Z]{4}){4}/;

/**
 * Reads the capture line and the total, which may be printed next to the capture line without a
 * label.
 */
export function captureOf(
  section: string,
  anomalies: Anomaly[],
): { captureLine?: string; total?: string } {
  const found = reader.read(section);
  const valuesOf = (label: string) =>
    found.flatMap(({ name, value }) => (name === label && value !== '' ? [value] : []));
  const printed = firstIn(section.split(/Sello\s*digital/i));
  const code = captureLine.exec(printed)?.[0].replace(/\s/g, '');
  const other = valuesOf('Línea de Captura')
    .map((value) => firstIn(value.split('\n')).replace(/\$\s*[\d,.]+/g, ''))
    .find((value) => /\d/.test(value));
  if (!code && other) {
    const text = other.replace(/\s/g, '').slice(0, 200);
    anomalies.push({ code: 'capture_line_unreadable', text });
  }
  const total = totalOf(valuesOf('Importe total a pagar'), printed, anomalies);
  return { ...(code && { captureLine: code }), ...(total && { total }) };
}

/** Returns the labeled total, or the only amount with a peso sign if no total is labeled. */
function totalOf(labelled: string[], printed: string, anomalies: Anomaly[]): string | undefined {
  const named = labelled.map((value) => firstIn(value.split('\n')));
  const total = named.map(wholePesos).findLast((amount) => amount !== undefined);
  if (total !== undefined) return total;
  const amounts = new Set(
    [...printed.matchAll(/\$\s*([\d,.]+)/g)].map(([, amount = '']) => amount),
  );
  const [only] = amounts.size === 1 ? amounts : [];
  const alone = only === undefined ? undefined : wholePesos(only);
  if (alone !== undefined) return alone;
  const texts = [...amounts, ...named.filter((value) => /\d/.test(value))];
  if (texts.length > 0) {
    anomalies.push({ code: 'total_unreadable', text: texts.join(' ').slice(0, 200) });
  }
  return undefined;
}
