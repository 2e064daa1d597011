import { existsSync } from 'node:fs';
import { Schemas } from '../test/schema-types';
import type { SchemaAttribute } from '../test/schema-types';
import { collapse } from './characters';
import { comprobanteElement } from './comprobante-grammar';
import type { AttributeStep, Element } from './grammar';
import { impuestosLocalesElement } from './impuestos-locales';
import { nominaElement } from './nomina-grammar';
import { pagosElement } from './pagos-grammar';
import { retencionesElement } from './retenciones';
import { timbreElement } from './timbre-grammar';

// The SAT's schemas are not part of the repository. The suite is skipped without the schemas.
const folder = `${__dirname}/../../../../shared/sat/xsd/www.sat.gob.mx`;
const suite = existsSync(folder) ? describe : describe.skip;
const cfd = 'sitio_internet/cfd';
const ret = 'esquemas/retencionpago';

type Step = AttributeStep;

/**
 * Yields the attributes in the grammar, with their paths in the schema. The attributes of
 * complements are omitted, because their schemas are in separate files.
 */
function* stepsOf(
  element: Element<never>,
  above: readonly string[] = [],
): Generator<[string, Step]> {
  const path = [...above, element.name];
  for (const step of element.attributes) yield [[...path, step.name].join('/'), step];
  for (const step of element.children) {
    if (step.part === 'raw' || step.foreign) continue;
    yield* stepsOf(step.element, step.wrapper ? [...path, step.wrapper] : path);
  }
}

const texts = [
  '',
  ' ',
  'A',
  'a',
  'Ñ',
  '&',
  '|',
  'A|A',
  'A A',
  ' A ',
  'A  A',
  'A\nA',
  '-',
  '.',
  '😀',
  '0',
  '1',
  '01',
  '001',
  '-1',
  '+1',
  '0.0',
  '0.000001',
  '0.0000001',
  '1.',
  '.5',
  '1e3',
  '1,5',
  '1.10',
  '1.123',
  '1.1234567',
  '1.12345678901',
  '0.000',
  '1.0000000',
  '1.00000000000',
  '999999999999999999',
  '32767',
  '32768',
  '2018',
  '2019',
  '2020',
  '1'.repeat(18),
  '1'.repeat(19),
  '1'.repeat(30),
  '2026-02-28',
  '2026-02-30',
  '1999-01-01',
  '2026-11-21T10:00:00',
  '2026-11-21T24:00:00',
  '2026-11-21T10:00:00Z',
  '2026-11-21T10:00',
  '2009-01-01T10:00:00',
  '2026-13-01',
  'AAA010101AAA',
  'AAAA010101AAA',
  'A&A010101AA1',
  'XAXX010101000',
  'AAA013101AAA',
  'P12Y3M4D',
  'P52W',
  'P0W',
  'P1Y0M0D',
  '4.0',
  '1.1',
  '1.2',
  '2.0',
  '1.0',
  'QQ==',
  'QR==',
  'QUI=',
  'QUJ=',
  'QUJD',
  'QU JD',
  'QUJ',
  'Q=JD',
  'QUJ-',
  '====',
  '15  48  3009  5001234',
  '15 48 3009 5001234',
  'XEXX010101HNEXXXA4',
];

/** Returns test values at each bound of the schema, and just outside the bounds. */
function probesOf({ bounds, codes }: SchemaAttribute): string[] {
  const near = bounds.flatMap((bound) => {
    const at = Number(bound);
    const lengths = at <= 9_000 && at >= 0 ? [at - 1, at, at + 1].filter((n) => n >= 0) : [];
    return [bound, ...lengths.flatMap((n) => ['A'.repeat(n), '1'.repeat(n), 'Ñ'.repeat(n)])];
  });
  return [...texts, ...near, ...codes.slice(0, 3_000)];
}

function takes({ type }: Step, written: string): boolean {
  const value = type.parse(type.keepsBlanks ? written : collapse(written));
  return value !== undefined && type.accepts(value as never);
}

suite('each attribute accepts the same values as the schema of the SAT:', () => {
  const schemas = new Schemas(folder);
  beforeAll(() => {
    schemas.learn('tdCFDI', `${cfd}/tipoDatos/tdCFDI/tdCFDI.xsd`);
    schemas.learn('catCFDI', `${cfd}/catalogos/catCFDI.xsd`);
    schemas.learn('catPagos', `${cfd}/catalogos/Pagos/catPagos.xsd`);
    schemas.learn('catNomina', `${cfd}/catalogos/Nomina/catNomina.xsd`);
    schemas.learn('c_retenciones', `${ret}/1/catalogos/catRetenciones.xsd`);
  });

  it.each([
    ['cfdi', comprobanteElement, `${cfd}/4/cfdv40.xsd`],
    ['pago20', pagosElement, `${cfd}/Pagos/Pagos20.xsd`],
    ['nomina12', nominaElement, `${cfd}/nomina/nomina12.xsd`],
    ['implocal', impuestosLocalesElement, `${cfd}/implocal/implocal.xsd`],
    ['tfd', timbreElement, `${cfd}/TimbreFiscalDigital/TimbreFiscalDigitalv11.xsd`],
    ['retenciones', retencionesElement, `${ret}/2/retencionpagov2.xsd`],
  ] as const)('%s', (prefix, element, file) => {
    const ours = new Map(stepsOf(element as Element<never>));
    const theirs = schemas.attributes(prefix, file);
    expect([...ours.keys()].toSorted()).toEqual(theirs.map(({ path }) => path).toSorted());
    const other = theirs.flatMap((attribute) => differences(attribute, ours.get(attribute.path)!));
    expect(other).toEqual([]);
  });
});

/**
 * Whether a text is accepted only because of a mistake in the schema: the patterns of amounts do
 * not escape the dot, so they accept 19 to 25 digits.
 */
const isQuirk = (text: string): boolean => /^[0-9]{19,}$/.test(text);

/**
 * Compares the values that an attribute in the schema and a step in the grammar accept. For
 * catalogue codes, the grammar may accept more values than the schema, but not fewer.
 */
function differences(attribute: SchemaAttribute, step: Step): string[] {
  const wrong = probesOf(attribute).filter((text) => {
    const theirs = attribute.accepts(text);
    if (theirs && step.type.plain && isQuirk(text)) return false;
    if (!theirs && attribute.codes.length > 0) return false;
    return theirs !== takes(step, text);
  });
  if (attribute.isRequired !== step.required) wrong.push('(required)');
  return wrong.map((text) => `${attribute.path}=${JSON.stringify(text).slice(0, 40)}`);
}
