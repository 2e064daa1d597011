import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cadenaOriginal as cadenaOfProduct } from '@timbre/cfdi';
import { cadenaOriginal } from '../src/schema/cadena';
import { readTree } from '../src/xml/reader';
import { documentsOfEveryKind } from './documents-of-every-kind';

// The repository does not contain the SAT's sample documents. The tests are skipped if the sample documents
// are missing.
const folder = join(__dirname, '..', '..', '..', '..', 'shared', 'sat', 'samples');
const samples = existsSync(folder) ? readdirSync(folder).filter((file) => /xml$/.test(file)) : [];
const withSamples = samples.length > 0 ? test.each(samples) : test.skip.each(['none']);

function cadenaOf(xml: string): string {
  const root = readTree(xml);
  if ('unreadable' in root) throw new Error(root.unreadable);
  return cadenaOriginal(root);
}

withSamples('%s gives the cadena of the SAT byte for byte', (file) => {
  const [xml, cadena] = [file, file.replace('.xml', '.cadena.txt')].map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  );
  expect(cadenaOf(xml!)).toBe(cadena);
});

test.each(documentsOfEveryKind())(
  'the document %s has the same cadena in the simulator and in the product',
  (_, root) => {
    expect(cadenaOriginal(root)).toBe(cadenaOfProduct(root));
  },
);

const related = (uuids: string) =>
  '<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Version="4.0" Serie="" Total="1">' +
  `<cfdi:CfdiRelacionados TipoRelacion="04">${uuids}</cfdi:CfdiRelacionados></cfdi:Comprobante>`;

test('in the cadena, absent optional attributes have no field, and absent required and empty attributes have an empty field', () => {
  const one = '<cfdi:CfdiRelacionado UUID=" a   b&#10;c "/>';
  // The fields are Version, Serie, Fecha, NoCertificado, SubTotal, Moneda, Total, Tipo, Exportacion, Lugar.
  expect(cadenaOf(related(one))).toBe('||4.0||||||1||||04|a b c||');
});

test('elements without a stylesheet add their text and the text of their children to the cadena', () => {
  const unknown =
    '<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Version="4.0"><cfdi:Complemento>' +
    '<other Clave="1">uno<inner>dos</inner></other></cfdi:Complemento></cfdi:Comprobante>';
  expect(cadenaOf(unknown)).toBe('||4.0||||||||unodos||');
});
