import { fold } from './fold';
import type { Issue } from './issue';
import type { Rfc } from './rfc';

/*
 * Capital regimes ("Régimen Capital" of the Constancia), in the spellings that follow a company name (LGSM 1,
 * 51, 59, 88, 207; LMV 12, 23; Ley Agraria 111; Ley de Cooperativas 14; CCF 2670, 2688). Names in a CFDI 4.0
 * contain no capital regime: guía de llenado, Anexo 20 (read 2026-11-23). The list deliberately excludes
 * "asociación civil" and "sociedad civil", because registered names contain these words.
 */
const abbreviated = [
  'SA', 'SAB', 'SAPI', 'SAPIB', 'SAS', 'S DE RL', 'SC', 'SC DE RL', 'SCL', 'SNC', 'S EN C', 'S EN NC',
  'S EN C POR A', 'SPR DE RL', 'SPR DE RI', 'SPR DE RS', 'AC', 'IAP',
]; // prettier-ignore
const spelledOut = [
  'SOCIEDAD ANONIMA',
  'SOCIEDAD ANONIMA BURSATIL',
  'SOCIEDAD ANONIMA PROMOTORA DE INVERSION',
  'SOCIEDAD POR ACCIONES SIMPLIFICADA',
  'SOCIEDAD DE RESPONSABILIDAD LIMITADA',
  'SOCIEDAD COOPERATIVA DE RESPONSABILIDAD LIMITADA',
  'SOCIEDAD DE PRODUCCION RURAL DE RESPONSABILIDAD LIMITADA',
  'SOCIEDAD EN COMANDITA SIMPLE',
  'SOCIEDAD EN COMANDITA POR ACCIONES',
  'SOCIEDAD EN NOMBRE COLECTIVO',
];

/** Blanks may separate the letters of an abbreviation, as in `S A P I DE C V`. */
const words = [...abbreviated, ...spelledOut].map((regime) =>
  regime.replace(/\b[A-Z]+\b/g, (word) =>
    /^(DE|EN|POR)$/.test(word) || word.length > 5 ? word : [...word].join(' ?'),
  ),
);
const variable = '(?: DE ?C ?V| DE CAPITAL VARIABLE| M ?I)?';
const financial = '(?: SOFOM(?: E ?N ?R| E ?R)?)?';
const ending = new RegExp(` (?:${words.join('|')})${variable}${financial}$`);

/**
 * Whether a company's name ends with its capital regime (`S.A. de C.V.`, `S de RL`), in any common spelling.
 * The check is only for names of legal entities, because the name of a natural person may end with the same
 * letters.
 */
export function endsInCapitalRegime(legalName: string): boolean {
  return ending.test(
    fold(legalName)
      .toUpperCase()
      .replace(/[.,\s]+/g, ' ')
      .trim(),
  );
}

/** capital_regime_in_name: the SAT registers a company's name without its capital regime (CFDI40145). */
export function capitalRegimeIssues(
  legalName: string,
  rfc: Rfc | undefined,
  path: Issue['path'],
): Issue[] {
  if (rfc?.kind !== 'moral' || !endsInCapitalRegime(legalName)) return [];
  const message =
    'The SAT registers names without the capital regime; leave out its letters (S.A. de C.V. and the like).';
  return [{ path, code: 'capital_regime_in_name', message }];
}
