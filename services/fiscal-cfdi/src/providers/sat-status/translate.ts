import type { SatAnswer, SatStatusOutcome } from '../../domain/cancelling/sat-status';
import type { HttpOutcome } from '../http';
import { childText, soapResult } from '../soap';

/**
 * Converts the response of ConsultaCFDIService to an outcome, where `S - …` is `found`, `N - 602` is
 * `not_found`, and any other response is `unknown`.
 */
export function toSatStatus(answer: HttpOutcome): SatStatusOutcome {
  if (answer.outcome !== 'answered') return { outcome: 'unknown', cause: answer.cause };
  const result = soapResult(answer.text, 'Consulta');
  const code = childText(result, 'CodigoEstatus') ?? '';
  const state = childText(result, 'Estado');
  if (code.startsWith('N - 602')) return { outcome: 'not_found' };
  if (!code.startsWith('S - ') || !isState(state))
    return { outcome: 'unknown', cause: new Error(`HTTP ${answer.status} ${code}`) };
  const cancellation = childText(result, 'EstatusCancelacion') ?? '';
  return { outcome: 'found', isCanceled: state === canceled, cancellation };
}

/** Returns the texts of the response; undefined for a fault, another page or a missing response. */
export function toSatAnswer(answer: HttpOutcome): SatAnswer | undefined {
  if (answer.outcome !== 'answered') return undefined;
  const result = soapResult(answer.text, 'Consulta');
  const code = childText(result, 'CodigoEstatus');
  if (code === undefined) return undefined;
  const text = (name: string) => childText(result, name) ?? '';
  return {
    code,
    cancelable: text('EsCancelable'),
    state: text('Estado'),
    cancellation: text('EstatusCancelacion'),
    efos: text('ValidacionEFOS'),
  };
}

const canceled = 'Cancelado';
const isState = (text: string | undefined): boolean => text === 'Vigente' || text === canceled;

/**
 * Converts the web page for a withholding document to an outcome. The page contains a table of labels and
 * values, or a block of the class `noresultados`. The outcome of a page about another document or with
 * another layout is `unknown`.
 */
export function toWithholdingStatus(answer: HttpOutcome, uuid: string): SatStatusOutcome {
  if (answer.outcome !== 'answered') return { outcome: 'unknown', cause: answer.cause };
  if (answer.status === 200 && answer.text.includes('class="noresultados"'))
    return { outcome: 'not_found' };
  const shown = new Map(zipped(cells(answer.text, 'th'), cells(answer.text, 'td')));
  const state = [...shown].find(([label]) => label.startsWith('Estado CFDI'))?.[1];
  const isAsked = shown.get('Folio Fiscal')?.toLowerCase() === uuid.toLowerCase();
  if (!isAsked || !isState(state))
    return { outcome: 'unknown', cause: new Error(`HTTP ${answer.status}, no such table`) };
  // A withholding document is canceled without the receiver's acceptance.
  return { outcome: 'found', isCanceled: state === canceled, cancellation: '' };
}

/**
 * Returns the texts of the table cells in the page, in order. The page is HTML, so an XML parser cannot
 * parse it.
 */
const cells = (html: string, tag: 'th' | 'td'): string[] =>
  [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, 'gs'))].map(([, cell = '']) =>
    cell.replace(/<[^>]*>/g, '').trim(),
  );

const zipped = (labels: string[], values: string[]): [string, string][] =>
  labels.map((label, index) => [label, values[index] ?? '']);
