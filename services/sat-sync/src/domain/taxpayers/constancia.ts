import { isCalendarDate, Rfc, foldLetters, firstIn } from '@timbre/fiscal';
import { dateOfDigits, dateOfWords } from '../reading/dates';
import { labelReader, oneLine, type Labelled } from '../reading/labels';
import {
  given,
  obligationPeriodicity,
  refusedProfile,
  regimeCodeOf,
  type ProfileAddress,
  type ReadProfile,
  type TaxProfile,
} from './tax-profile';

/**
 * Upper and lower case matter when labels are compared. Labels are in mixed case, and values are in
 * upper case, because values can contain the words of labels.
 */
const reader = labelReader(
  [
    ['rfc', 'RFC:'],
    ['idCif', 'idCIF:'],
    ['curp', 'CURP:'],
    ['legalName', 'Denominación/Razón Social:'],
    ['capitalRegime', 'Régimen Capital:'],
    ['firstName', 'Nombre (s):'],
    ['lastName', 'Primer Apellido:'],
    ['secondLastName', 'Segundo Apellido:'],
    ['tradeName', 'Nombre Comercial:'],
    ['startedOperationsOn', 'Fecha inicio de operaciones:'],
    ['registryStatus', 'Estatus en el padrón:'],
    ['statusChangedOn', 'Fecha de último cambio de estado:'],
    ['section', 'Datos de Identificación del Contribuyente:'],
    ['section', 'Datos del domicilio registrado'],
    ['section', 'Datos de contacto'],
    ['postalCode', 'Código Postal:'],
    ['streetKind', 'Tipo de Vialidad:'],
    ['street', 'Nombre de Vialidad:'],
    ['exterior', 'Número Exterior:'],
    ['interior', 'Número Interior:'],
    ['neighborhood', 'Nombre de la Colonia:'],
    ['city', 'Nombre de la Localidad:'],
    ['municipality', 'Nombre del Municipio o Demarcación Territorial:'],
    ['state', 'Nombre de la Entidad Federativa:'],
    ['betweenStreets', 'Entre Calle:'],
    ['betweenStreets', 'Y Calle:'],
    ['email', 'Correo Electrónico:'],
    ['phone', 'Tel. Fijo Lada:'],
    ['phone', 'Tel. Móvil Lada:'],
    ['phone', 'Número:'],
    ['addressStatus', 'Estado del domicilio:'],
    ['addressStatus', 'Estado del contribuyente en el domicilio:'],
    ['activities', 'Actividades Económicas:'],
    ['activities', 'Orden Actividad Económica Porcentaje Fecha Inicio Fecha Fin'],
    ['regimes', 'Regímenes:'],
    ['regimes', 'Régimen Fecha Inicio Fecha Fin'],
    ['obligations', 'Obligaciones:'],
    ['obligations', 'Descripción de la Obligación Descripción Vencimiento Fecha Inicio Fecha Fin'],
    ['end', 'Sus datos personales son incorporados'],
    ['cadena', 'Cadena Original Sello:'],
    ['end', 'Sello Digital:'],
  ],
  true,
);

const pageMark = /P[áa]gina\s*\[?\d+\]?\s*de\s*\[?\d+\]?/g;

/**
 * Reads the text of a Constancia de Situación Fiscal (facts: sat-sync-reports D.2).
 * - document_not_recognised: the text is not a Constancia de Situación Fiscal
 * - rfc_mismatch: the card, the data and the cadena original do not have the same RFC
 * - profile_incomplete: the Constancia lacks a legal name or a tax regime
 */
export function readConstancia(text: string): ReadProfile {
  const plain = foldLetters(text.slice(0, 200_000));
  if (!plain.includes('CONSTANCIADESITUACIONFISCAL')) {
    return refusedProfile('document_not_recognised', 'The file is not a Constancia.');
  }
  const found = reader.read(text.replace(pageMark, ''));
  const value = (name: string) => oneLine(found.find((label) => label.name === name)?.value ?? '');
  const rfc = Rfc.parse(/^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}/.exec(value('rfc'))?.[0] ?? '');
  if (!rfc || !isSame(rfc.toString(), text, value('cadena'))) {
    const message = 'The RFC of the card, of the data and of the cadena original must be the same.';
    return refusedProfile('rfc_mismatch', message);
  }
  const names = [value('firstName'), value('lastName'), value('secondLastName')];
  const legalName = value('legalName') || names.filter((name) => name !== '').join(' ');
  const taxRegimes = datedRows(found, 'regimes').map(({ words, ...dates }) => {
    const code = regimeCodeOf(words);
    return { ...(code && { code }), name: words, ...dates };
  });
  if (!legalName || taxRegimes.length === 0) {
    return refusedProfile('profile_incomplete', 'The Constancia has no legal name or tax regime.');
  }
  const [startedOperationsOn, statusChangedOn, issuedOn] = [
    dateOfWords(value('startedOperationsOn')),
    dateOfWords(value('statusChangedOn')),
    issuedOnOf(value('cadena')),
  ];
  const address = addressOf(value);
  const profile: TaxProfile = {
    rfc: rfc.toString(),
    personKind: rfc.kind,
    legalName,
    ...given({
      idCif: /^\d{8,11}/.exec(value('idCif'))?.[0],
      curp: /^[A-Z0-9]{18}/.exec(value('curp'))?.[0],
      capitalRegime: value('capitalRegime'),
      tradeName: value('tradeName'),
      registryStatus: value('registryStatus'),
      email: /^[^\s@]+@\S+$/.exec(value('email'))?.[0],
    }),
    ...(startedOperationsOn && { startedOperationsOn }),
    ...(statusChangedOn && { statusChangedOn }),
    ...(issuedOn && { issuedOn }),
    ...(address && { address }),
    taxRegimes,
    economicActivities: datedRows(found, 'activities').map(activityOf),
    obligations: datedRows(found, 'obligations').map(({ words, ...dates }) => ({
      description: words,
      periodicity: obligationPeriodicity(words),
      ...dates,
    })),
  };
  return { profile };
}

/**
 * Whether the text shows the same RFC on the card, in the data and in the cadena original. Above the
 * data, an RFC is printed only on the tax card and under the bar code of the card, on lines that
 * also contain other text.
 */
function isSame(rfc: string, text: string, cadena: string): boolean {
  const above =
    firstIn(text.split('RFC:')).match(/(?<![A-ZÑ&])[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}/g) ?? [];
  const isOfCard = above.length > 0 && above.every((other) => other === rfc);
  return isOfCard && cadena.replace(/\s+/g, '').split('|')[3] === rfc;
}

/**
 * Returns the day of issue in the cadena original, which has the form `||2022/02/10[ 08:30:00]|RFC|…`.
 */
function issuedOnOf(cadena: string): string | undefined {
  const date = /^\|\|(\d{4})\/(\d{2})\/(\d{2})/.exec(cadena.replace(/\s+/g, ''));
  const text = date ? date.slice(1).join('-') : '';
  return isCalendarDate(text) ? text : undefined;
}

function addressOf(value: (name: string) => string): ProfileAddress | undefined {
  const postalCode = /^\d{5}/.exec(value('postalCode'))?.[0];
  if (!postalCode) return undefined;
  const names = ['exterior', 'interior', 'neighborhood', 'city', 'municipality', 'state'] as const;
  const [kind, street] = [value('streetKind'), value('street')];
  return {
    postalCode,
    ...given({
      // The kind of street (such as CALLE) is added only if the registered name does not already
      // begin with the kind.
      street: street.startsWith(kind) ? street : oneLine(`${kind} ${street}`),
      ...Object.fromEntries(names.map((name) => [name, value(name)])),
    }),
  };
}

interface DatedRow {
  words: string;
  startDate: string;
  endDate?: string;
}

const rowsMax = 200;

/**
 * Reads the rows of a table that ends each row with dates. Each row ends with one or two dates, which may
 * be printed on a separate line.
 */
function datedRows(found: Labelled[], section: string): DatedRow[] {
  const text = found
    .filter(({ name }) => name === section)
    .map(({ value }) => value)
    .join('\n');
  // The words of a row are printed between the dates of the previous row and the dates of the row.
  // Two dates that follow each other belong to the same row.
  const dates = text.matchAll(/(\d{2}\/\d{2}\/\d{4})(?:\s*(\d{2}\/\d{2}\/\d{4}))?/g);
  let from = 0;
  return [...dates].slice(0, rowsMax).flatMap(({ 0: all, 1: start = '', 2: end = '', index }) => {
    const words = text.slice(from, index);
    from = index + all.length;
    const [startDate, endDate] = [dateOfDigits(start), dateOfDigits(end)];
    const named = oneLine(words).slice(0, 500);
    if (!startDate || !named) return [];
    return [{ words: named, startDate, ...(endDate && { endDate }) }];
  });
}

/** Reads an economic activity such as `1 Comercio al por mayor 100`: order, name, percentage. */
function activityOf({ words, ...dates }: DatedRow): TaxProfile['economicActivities'][number] {
  const [, name = words, percentage] = /^\d{1,2}\s*(\D.*?)\s*(\d{1,3})$/.exec(words) ?? [];
  return { name, ...(percentage && { percentage: Number(percentage) }), ...dates };
}
