import { columnsOf69, entryOf69 } from './list-69';
import { entryOf69b, isHeader69b, list69bDate } from './list-69b';

const row = (situation: string, publications: string[]) => [
  '1',
  'AAA080808HL8',
  'ASESORES EN AVALÚOS Y ACTIVOS, S.A. DE C.V.',
  situation,
  ...publications,
  ...Array.from({ length: 16 - publications.length }, () => ''),
];
const presumed = ['500-05-2018-14182 de 2018-06-01', '01/06/2018', '500-05', '25/06/2018'];

test('a presumed taxpayer is listed from the day of its first publication', () => {
  expect(entryOf69b(row('Presunto', presumed))).toEqual({
    rfc: 'AAA080808HL8',
    name: 'ASESORES EN AVALÚOS Y ACTIVOS, S.A. DE C.V.',
    situation: 'Presunto',
    since: '2018-06-01',
    listed: true,
    publications: [
      {
        situation: 'Presunto',
        place: 'sat',
        publishedOn: '2018-06-01',
        letter: '500-05-2018-14182 de 2018-06-01',
      },
      { situation: 'Presunto', place: 'dof', publishedOn: '2018-06-25', letter: '500-05' },
    ],
  });
});

test.each([
  ['Desvirtuado', 8, false],
  ['Definitivo', 12, true],
  ['Sentencia Favorable', 16, false],
] as const)('%s is read from its own columns', (situation, column, listed) => {
  const columns = row(situation, presumed);
  columns.splice(column, 4, 'x', '02/03/2020', 'y', '04/03/2020');
  const entry = entryOf69b(columns);
  expect(entry).toMatchObject({ situation, since: '2020-03-02', listed });
  expect(typeof entry === 'object' && entry.publications).toHaveLength(4);
});

test('list rows without an RFC are skipped and counted by reason', () => {
  const suppressed = row('Definitivo', presumed);
  suppressed[1] = 'XXXXXXXXXXXX';
  expect(entryOf69b(suppressed)).toBe('suppressed');
  expect(entryOf69b(row('Quizás', presumed))).toBe('unreadable');
  expect(entryOf69b(['1', 'AAA080808HL8'])).toBe('unreadable');
});

test('the first line of a list file states the date of the list', () => {
  expect(list69bDate('"Información actualizada al 31 de octubre de 2026",,')).toBe('2026-10-31');
  expect(list69bDate('Listado completo')).toBeUndefined();
});

test('isHeader69b accepts only the header with 20 columns', () => {
  const header = row('Situación del contribuyente', []);
  header[1] = 'RFC';
  expect(isHeader69b(header)).toBe(true);
  expect(isHeader69b(header.slice(1))).toBe(false);
});

describe('reading a list of article 69', () => {
  test('the columns of a list of article 69 are found by their headings', () => {
    const columns = columnsOf69([
      'RFC',
      'RAZON SOCIAL',
      'TIPO PERSONA',
      'SUPUESTO',
      'FECHA DE CANCELACION',
      'MONTO ',
      'FECHA DE PUBLICACION',
      'ENTIDAD FEDERATIVA',
    ])!;
    expect(
      entryOf69(columns, 'CANCELADOS', [
        'aaa080808hl8',
        'UNO, S.A.',
        'M',
        '',
        '01/01/2015',
        '1,390,273',
        '02/02/2016',
        'SONORA',
      ]),
    ).toEqual({
      rfc: 'AAA080808HL8',
      name: 'UNO, S.A.',
      situation: 'CANCELADOS',
      since: '2016-02-02',
      listed: true,
      publications: [],
    });
  });

  test('a list of article 69 without its headings is not read', () => {
    expect(columnsOf69(['<html>'])).toBeUndefined();
  });
});
