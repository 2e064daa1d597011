import { addDays, figureOn, Rfc, type CalendarDate, type Issue } from '@timbre/fiscal';
import { dateOfDigits, dateOfWords } from '../reading/dates';
import { folded, oneLine } from '../reading/labels';

export type OpinionResult =
  'positive' | 'negative' | 'no_obligations' | 'not_registered' | 'activity_suspended';

/** What a compliance opinion of article 32-D CFF says. */
export interface Opinion {
  rfc: string;
  folio: string;
  legalName?: string;
  result: OpinionResult;
  issuedOn: CalendarDate;
  /** Local date-time of central Mexico, when the opinion prints its hour. */
  issuedLocalDateTime?: string;
  /** By the law of its day of issue (RMF 2.1.37). */
  validUntil: CalendarDate;
  /** What a negative opinion names; empty for another. */
  omissions: { description: string; period?: string }[];
}

const folioForm = /\d{2}[A-Z]{2}\d{7}/;
const omissionsMax = 200;

/** The words of the result, the longest first: NO INSCRITO contains neither of the others. */
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
 * Reads the text of an opinion (facts: sat-sync-reports D.1). The cadena original comes first; headings
 * and values are on different lines, so they are never paired by place alone.
 * - document_not_recognised: not an opinion of compliance
 * - opinion_unreadable: cadena, RFC, folio, date or result is missing or they contradict each other, or
 * its date is before all law of opinions
 */
export function readOpinion(text: string): { opinion: Opinion } | { issues: Issue[] } {
  const plain = folded(text.slice(0, 200_000));
  if (!plain.includes('OPINIONDELCUMPLIMIENTODEOBLIGACIONESFISCALES')) {
    return refused('document_not_recognised', 'The file is not an opinion of compliance.');
  }
  const cadena = cadenaOf(text);
  const result = resultOf(text, cadena?.sense);
  if (!cadena || !result) {
    return refused('opinion_unreadable', 'The opinion has no readable cadena original and result.');
  }
  const { rfc, folio, issuedOn } = cadena;
  if (!plain.split('CADENAORIGINAL')[0]!.includes(folio)) {
    return refused('opinion_unreadable', 'The folio differs from the one in the cadena original.');
  }
  const validity = figureOn('sat.opinion', issuedOn)?.value;
  if (!validity) return refused('opinion_unreadable', `No opinion of ${issuedOn} is known.`);
  const legalName = legalNameOf(text);
  const issuedLocalDateTime = hourOf(text, issuedOn);
  return {
    opinion: {
      ...{ rfc, folio, result, issuedOn, validUntil: addDays(issuedOn, validity.validDays) },
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
  /** P, N, or another letter. */
  sense: string;
}

/** `||RFC|FOLIO|DD-MM-YYYY|P||certificate||`, maybe broken over lines. */
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

/** The word beside the name, which must not contradict the letter of the cadena. */
function resultOf(text: string, sense: string | undefined): OpinionResult | undefined {
  const head = text.split(/Cadena\s*Original/i)[0]!;
  const lines = head.split('\n').map(folded);
  const heading = lines.findIndex((line) => line.endsWith('SENTIDO') && line.includes('SOCIAL'));
  const below = heading < 0 ? [] : lines.slice(heading + 1, heading + 4);
  const printed = below.flatMap((line) =>
    results.filter(([words]) => line.endsWith(words)),
  )[0]?.[1];
  if (sense === 'P')
    return printed === undefined || printed === 'positive' ? 'positive' : undefined;
  if (sense === 'N')
    return printed === undefined || printed === 'negative' ? 'negative' : undefined;
  return printed === 'positive' || printed === 'negative' ? undefined : printed;
}

/** The text between the heading and the word of the result. */
function legalNameOf(text: string): string | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const heading = lines.findIndex((line) => /SOCIALSENTIDO$/.test(folded(line)));
  if (heading < 0) return undefined;
  const value = oneLine(lines.slice(heading + 1, heading + 4).join(' '));
  const match =
    /^(.*?)\s*(POSITIVO|NEGATIVO|INSCRITO SIN OBLIGACIONES|NO INSCRITO|SUSPENSI[ÓO]N DE ACTIVIDADES)/.exec(
      value,
    );
  return match?.[1] || undefined;
}

/** `22 de septiembre de 2026 a las 12:52 horas`, on the day of the cadena. */
function hourOf(text: string, issuedOn: CalendarDate): string | undefined {
  const found = [
    ...text.matchAll(/(\d{1,2}\s*de\s*[a-z]+\s*de\s*\d{4})\s*a\s*las\s*(\d{1,2}):(\d{2})/gi),
  ];
  const match = found.find(([, date = '']) => dateOfWords(date) === issuedOn);
  return match ? `${issuedOn}T${match[2]!.padStart(2, '0')}:${match[3]}:00` : undefined;
}

/** Lines that end in `periodo Mes Año`, and numbered lines of credits. */
function omissionsOf(text: string): Opinion['omissions'] {
  const lines = text.split('\n').map(oneLine);
  return lines
    .flatMap((line) => {
      const omitted = /^(.*\S)\s+periodo\s+(\p{L}+(?:\s*-\s*\p{L}+)?\s+\d{4})\.?$/iu.exec(line);
      if (omitted) return [{ description: omitted[1]!.slice(0, 300), period: omitted[2]! }];
      const credit = /^(?:cr[ée]dito(?: fiscal)?)\s*(?:n[úu]mero|no\.?)?\s*:?\s*\S*\d\S*.*$/iu.test(
        line,
      );
      return credit ? [{ description: line.slice(0, 300) }] : [];
    })
    .slice(0, omissionsMax);
}
