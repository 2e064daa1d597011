import {
  addDays,
  figureOn,
  Rfc,
  foldLetters,
  type CalendarDate,
  type Issue,
  firstIn,
  itemAt,
} from '@timbre/fiscal';
import { dateOfDigits, dateOfWords } from '../reading/dates';
import { oneLine } from '../reading/labels';

export type OpinionResult =
  'positive' | 'negative' | 'no_obligations' | 'not_registered' | 'activity_suspended';

/** The contents of a compliance opinion (article 32-D CFF). */
export interface Opinion {
  rfc: string;
  folio: string;
  legalName?: string;
  result: OpinionResult;
  issuedOn: CalendarDate;
  /** The local date and time of issue in central Mexico, if the opinion shows a time. */
  issuedLocalDateTime?: string;
  /**
   * The last day on which the opinion is valid, by the rule in force on the day of issue (RMF 2.1.37).
   */
  validUntil: CalendarDate;
  /** The omitted obligations of a negative opinion; empty if the opinion is not negative. */
  omissions: { description: string; period?: string }[];
}

const folioForm = /\d{2}[A-Z]{2}\d{7}/;
const omissionsMax = 200;

/**
 * The words that an opinion prints for each result. Longer wordings come first, because some of
 * them contain the words for other results. The words NO INSCRITO do not contain the words for any
 * other result.
 */
const results: readonly (readonly [words: string, result: OpinionResult])[] = [
  ['INSCRITOSINOBLIGACIONES', 'no_obligations'],
  ['NOINSCRITO', 'not_registered'],
  ['SUSPENSIONDEACTIVIDADES', 'activity_suspended'],
  ['POSITIVO', 'positive'],
  ['POSITIVA', 'positive'],
  ['NEGATIVO', 'negative'],
  ['NEGATIVA', 'negative'],
];

/**
 * Reads the text of a compliance opinion (facts: sat-sync-reports D.1). The cadena original of the
 * opinion is read first. Headings and their values are printed on different lines, so the position
 * alone never identifies a value.
 * - document_not_recognised: the text is not an opinion of compliance
 * - opinion_unreadable: the cadena original, RFC, folio, date or result is missing or contradicts
 *   another of them, or the date is before the first rule about opinions
 */
export function readOpinion(text: string): { opinion: Opinion } | { issues: Issue[] } {
  const plain = foldLetters(text.slice(0, 200_000));
  if (!plain.includes('OPINIONDELCUMPLIMIENTODEOBLIGACIONESFISCALES')) {
    return refused('document_not_recognised', 'The file is not an opinion of compliance.');
  }
  const cadena = cadenaOf(text);
  const { result, legalName } = namedOf(text, cadena?.sense);
  if (!cadena || !result) {
    return refused('opinion_unreadable', 'The opinion has no readable cadena original and result.');
  }
  const { rfc, folio, issuedOn } = cadena;
  if (!firstIn(plain.split('CADENAORIGINAL')).includes(folio)) {
    return refused('opinion_unreadable', 'The folio differs from the one in the cadena original.');
  }
  const validity = figureOn('sat.opinion', issuedOn)?.value;
  if (!validity) return refused('opinion_unreadable', `No opinion of ${issuedOn} is known.`);
  const issuedLocalDateTime = hourOf(text, issuedOn);
  return {
    opinion: {
      rfc,
      folio,
      result,
      issuedOn,
      validUntil: addDays(issuedOn, validity.validDays),
      ...(legalName && { legalName }),
      ...(issuedLocalDateTime && { issuedLocalDateTime }),
      omissions: result === 'negative' ? omissionsOf(text) : [],
    },
  };
}

const refused = (code: string, message: string) => ({ issues: [{ path: [], code, message }] });

interface Cadena {
  rfc: string;
  folio: string;
  issuedOn: CalendarDate;
  /** The letter that states the result, which is P (positive), N (negative) or another letter. */
  sense: string;
}

/**
 * Reads the cadena original, `||RFC|FOLIO|DD-MM-YYYY|P||certificate||`, which can extend over several
 * lines.
 */
function cadenaOf(text: string): Cadena | undefined {
  const joined = text.replace(/\s+/g, '');
  const match = /\|\|([A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3})\|([^|]{11})\|([\d/-]{10})\|([A-Z]+)\|/.exec(
    joined,
  );
  const [, rfcText = '', folio = '', dateText = '', sense = ''] = match ?? [];
  const rfc = Rfc.parse(rfcText)?.toString();
  const issuedOn = dateOfDigits(dateText);
  if (!rfc || !issuedOn || folioForm.exec(folio)?.[0] !== folio) return undefined;
  return { rfc, folio, issuedOn, sense };
}

/** The maximum number of lines on which a name is printed. */
const rowsMax = 8;
const rowLengthMax = 500;

/**
 * Finds the result and the name, which are printed between the common heading of result and name
 * and the heading of the folio. The words for the result are at the end of a line and must agree
 * with the letter in the cadena original. The name of a taxpayer may contain the same words as a
 * result.
 */
function namedOf(
  text: string,
  sense: string | undefined,
): { result?: OpinionResult; legalName?: string } {
  const lines = firstIn(text.split(/Cadena\s*Original/i))
    .split('\n')
    .map(oneLine);
  const heading = lines.findIndex((line) => /SOCIAL.*SENTIDO$/.test(foldLetters(line)));
  const below = heading < 0 ? [] : lines.slice(heading + 1);
  const end = below.findIndex((line) => foldLetters(line) === 'RFCFOLIO');
  const rows = below
    .slice(0, Math.min(end < 0 ? 3 : end, rowsMax))
    .map((line) => line.slice(0, rowLengthMax));
  const printed = rows.flatMap((line, index) => {
    const [words, result] = results.find(([word]) => foldLetters(line).endsWith(word)) ?? [];
    return words && result ? [{ index, words, result }] : [];
  });
  const said = sense === 'P' ? 'positive' : sense === 'N' ? 'negative' : undefined;
  const found = printed.findLast(({ result }) => said === undefined || result === said);
  if (!found) return printed.length === 0 && said ? { result: said } : {};
  if (!said && (found.result === 'positive' || found.result === 'negative')) return {};
  rows[found.index] = withoutEnd(itemAt(rows, found.index), found.words);
  const legalName = oneLine(rows.join(' '));
  return { result: found.result, ...(legalName && { legalName }) };
}

/** Removes the given words, which must be in folded form, from the end of a line. */
function withoutEnd(line: string, words: string): string {
  let at = line.length;
  while (at > 0 && foldLetters(line.slice(at)) !== words) at -= 1;
  return line.slice(0, at);
}

/**
 * Returns the time in `22 de septiembre de 2026 a las 12:52 horas`, if its day equals the day in the
 * cadena original.
 */
function hourOf(text: string, issuedOn: CalendarDate): string | undefined {
  const found = [
    ...text.matchAll(/(\d{1,2}\s*de\s*[a-z]+\s*de\s*\d{4})\s*a\s*las\s*(\d{1,2}):(\d{2})/gi),
  ];
  const match = found.find(([, date = '']) => dateOfWords(date) === issuedOn);
  return match ? `${issuedOn}T${itemAt(match, 2).padStart(2, '0')}:${match[3]}:00` : undefined;
}

/**
 * The end of a line that states an omitted obligation, such as `, periodo Julio 2026` or `, ejercicio
 * 2025`; the blanks may be missing.
 */
const omittedForm =
  /^(.*?[^\s,])[\s,]*(?:periodo\s*(\p{L}{3,30}(?:\s*-\s*\p{L}{3,30}|\s+de)?)\s*(\d{4})|ejercicio\s*(\d{4}))\.?$/iu;

/**
 * Returns the omitted obligations: lines that end with a tax period or a fiscal year, and numbered lines
 * of tax debts (créditos fiscales).
 */
function omissionsOf(text: string): Opinion['omissions'] {
  const lines = text.split('\n').map(oneLine);
  return lines
    .flatMap((line) => {
      const [, description, months, year, fiscalYear] = omittedForm.exec(line) ?? [];
      const period = fiscalYear ?? `${months} ${year}`;
      if (description) return [{ description: description.slice(0, 300), period }];
      const credit = /^(?:cr[ée]dito(?: fiscal)?)\s*(?:n[úu]mero|no\.?)?\s*:?\s*\S*\d\S*.*$/iu.test(
        line,
      );
      return credit ? [{ description: line.slice(0, 300) }] : [];
    })
    .slice(0, omissionsMax);
}
