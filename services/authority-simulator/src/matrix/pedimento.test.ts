import type { Node } from '../schema/node';
import { cartaPorteTables } from './carta-porte';
import { readCfdi } from './cfdi';
import { isWrongPedimento } from './pedimento';
import { addBreaches, type Breach } from './rule';

const TODAY = '2026-11-30';

test.each([
  ['25  48  3009  5001234', false],
  ['24  48  9999  4001234', true],
  ['24  99  3009  4001234', true],
  ['27  48  3009  7001234', true],
  // Customs numbers of 2026 are not compared with the catalogue.
  ['26  48  9999  6001234', false],
  // For 01-4024, the catalogue has the years 2007 to 2013 and 2016 to 2026.
  ['13  01  4024  3001234', false],
  ['14  01  4024  4001234', true],
  ['14  01  4024  3001234', false],
  // Customs numbers of years before 2007 are not compared with the catalogue either.
  ['03  24  3287  3001234', false],
  ['04  24  3135  4001234', false],
  ['05  24  3287  5001234', false],
])('the pedimento %s is wrong: %s', (number, isWrong) => {
  expect(isWrongPedimento(number, TODAY)).toBe(isWrong);
});

const node = (name: string, attributes: Node['attributes'], children: Node[] = []): Node => ({
  name,
  attributes,
  children,
  text: '',
});

/** Builds a transport with one good that has a customs number (pedimento). */
function carried(NumPedimento: string): Node {
  const document = node('cartaporte31:DocumentacionAduanera', {
    TipoDocumento: '01',
    NumPedimento,
  });
  const good = node('cartaporte31:Mercancia', {}, [document]);
  const load = node('cartaporte31:Mercancias', {}, [good]);
  const complement = node('cartaporte31:CartaPorte', {}, [load]);
  const attributes = { TipoDeComprobante: 'T', Fecha: `${TODAY}T10:00:00` };
  return node('cfdi:Comprobante', attributes, [node('cfdi:Complemento', {}, [complement])]);
}

test.each([
  ['25  48  3009  5001234', false],
  ['24  48  9999  4001234', true],
])('the rules of Carta Porte find CP174 in the pedimento %s: %s', (number, isFound) => {
  const found: Breach[] = [];
  addBreaches(cartaPorteTables, readCfdi(carried(number)), found);
  expect(found.some(({ code }) => code === 'CP174')).toBe(isFound);
});
