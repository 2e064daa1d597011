import { certain } from './presence';
import type { CalendarDate } from './calendar-date';
import type { Catalog } from './catalog';
import { catalog } from './catalogs';
import { fold } from './fold';
import { editDistance } from './nearest';

/** An active code that the user may have meant, with its name. */
export interface NearCode {
  code: string;
  description: string;
}

/**
 * Everyday words for codes whose names do not contain these words, in lower case and without
 * accents, keyed by catalogue.
 */
const everyday: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  c_ClaveUnidad: {
    H87: 'pza pz pzas pieza piezas pcs pc unidades',
    KGM: 'kg kgs kilo kilos',
    GRM: 'g gr grs gramos',
    TNE: 't ton tons tonelada toneladas',
    LTR: 'l lt lts litro litros',
    MLT: 'ml mililitros',
    MTR: 'm mt mts metro metros',
    CMT: 'cm centimetros',
    MTK: 'm2 mt2',
    MTQ: 'm3 mt3',
    E48: 'serv servicio servicios srv ser',
    ACT: 'actividad actividades',
    HUR: 'h hr hrs hora horas',
    MIN: 'minuto minutos',
    DAY: 'd dia dias',
    WEE: 'semana semanas',
    MON: 'mes meses',
    ANN: 'ano anos',
    DZN: 'doc docena docenas',
    PR: 'par pares',
    SET: 'jgo juego juegos conjunto',
    KT: 'kit kits',
    XBX: 'cja cajas caja',
    XPK: 'paq pqte paquete paquetes',
    XRO: 'rollo rollos',
    XSA: 'saco sacos costal',
    XUN: 'un und unidad',
    GLL: 'gal galon galones',
    LBR: 'lb lbs libra libras',
    KWH: 'kw',
    E54: 'viaje viajes flete',
  },
  c_FormaPago: {
    '01': 'efectivo cash',
    '02': 'cheque',
    '03': 'transferencia spei transfer',
    '04': 'tarjeta credito',
    '28': 'debito',
    '99': 'pordefinir credit',
  },
  c_Moneda: {
    MXN: 'mxp mn peso pesos mx $',
    USD: 'dls dlls dolar dolares us us$',
    EUR: 'eu euros',
  },
  c_Pais: {
    MEX: 'mx mexico',
    USA: 'us eu eua',
    CAN: 'ca',
    ESP: 'es',
    GBR: 'gb uk',
    DEU: 'de ger',
    FRA: 'fr',
    CHN: 'cn',
    COL: 'co',
    BRA: 'br',
    JPN: 'jp',
  },
  c_RegimenFiscal: { '626': 'resico', '601': 'pm', '612': 'pf', '605': 'sueldos' },
  c_UsoCFDI: { G03: 'gastos p01', G01: 'mercancias', S01: 'sinefectos', CN01: 'nomina' },
  c_PeriodicidadPago: { '02': 'semanal', '04': 'quincenal', '05': 'mensual', '03': 'catorcenal' },
};

const codesMax = 3;
/**
 * The maximum number of rows in a catalogue that is searched row by row for similar codes. The
 * codes of larger catalogues are numbers, for which the suggestions are codes with the same first
 * digits.
 */
const walkedMax = 6_000;
/** The minimum number of leading digits that related codes have in common. */
const stemMin = 3;
/** The maximum length of a searched text, because a longer text cannot be a code. */
const givenMax = 40;

const walked = new WeakMap<Catalog, { code: string; name: string }[]>();

/**
 * Returns up to three active codes that the user may have meant. The search uses everyday words
 * first, then the letters and digits of the code, then the name, and finally similar spelling.
 */
export function nearCodes(name: string, given: string, onDate: CalendarDate): NearCode[] {
  const asked = fold(given).replace(/[\s.]/g, '');
  if (asked === '' || asked.length > givenMax) return [];
  const found = catalog(name);
  if (!found) return [];
  const codes = new Set<string>();
  const add = (code: string) => {
    if (codes.size < codesMax && code !== given && found.isActive(code, onDate)) codes.add(code);
  };
  everydayCodes(name, asked).forEach(add);
  sameLetters(asked).forEach(add);
  if (found.info.entryCount > walkedMax) neighbours(found, asked).forEach(add);
  else if (codes.size === 0) spelledLike(found, asked).forEach(add);
  return [...codes].map((code) => ({
    code,
    description: certain(found.get(code, onDate), 'the entry').description,
  }));
}

const everydayCodes = (name: string, asked: string): string[] =>
  Object.entries(everyday[name] ?? {})
    .filter(([, words]) => words.split(' ').includes(asked))
    .map(([code]) => code);

/**
 * Returns the searched code in upper case, and variants with the leading zeros that a spreadsheet
 * program removes.
 */
function sameLetters(asked: string): string[] {
  const upper = asked.toUpperCase();
  return [upper, ...[2, 3, 4, 5].map((length) => upper.padStart(length, '0'))];
}

/**
 * Returns the codes with the most leading digits in common, such as a class of products or a zone
 * of postal codes.
 */
function neighbours(found: Catalog, asked: string): string[] {
  if (!/^\d{4,}$/.test(asked)) return [];
  for (let length = asked.length; length >= stemMin; length -= 1) {
    const stem = asked.slice(0, length);
    const from = found.positionFrom(stem);
    const to = Math.min(found.info.entryCount, from + codesMax);
    const codes = Array.from({ length: to - from }, (_, at) => found.at(from + at).code);
    const near = codes.filter((code) => code.startsWith(stem));
    if (near.length > 0) return near;
  }
  return [];
}

/**
 * Returns codes whose names contain a word that begins with the searched text, and then codes that
 * differ from this text in one letter.
 */
function spelledLike(found: Catalog, asked: string): string[] {
  let rows = walked.get(found);
  if (!rows) {
    rows = [...found.entries()].map(({ code, description }) => ({ code, name: fold(description) }));
    walked.set(found, rows);
  }
  const isWord = asked.length >= 4;
  const named = isWord ? rows.filter(({ name }) => isNamed(name, asked)) : [];
  named.sort((one, other) => one.name.length - other.name.length);
  const near = rows.filter(({ code }) => editDistance(asked, fold(code), 2) < 2);
  near.sort((one, other) => strangeness(one.code, asked) - strangeness(other.code, asked));
  return [...named, ...near].map(({ code }) => code);
}

const lettersOf = (text: string): string => [...fold(text)].sort().join('');

/**
 * Returns the rank of a misspelling. Swapped letters are the most likely mistake, followed by a
 * wrong letter and a missing letter.
 */
const strangeness = (code: string, asked: string): number =>
  lettersOf(code) === lettersOf(asked) ? 0 : code.length === asked.length ? 1 : 2;

const isNamed = (name: string, asked: string): boolean =>
  name.replace(/\s/g, '').startsWith(asked) ||
  name.split(' ').some((word) => word.startsWith(asked));
