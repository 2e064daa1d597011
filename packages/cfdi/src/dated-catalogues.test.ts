import { builtInLaw, catalogs, packDigest, readPack, useLaw, type LawPack } from '@timbre/fiscal';
import { income, payment, payroll, withholding } from '../test/make-documents';
import { wrongDocuments } from '../test/wrong-documents';
import type { Comprobante } from './comprobante';
import { validateComprobante } from './validate';
import { validateRetenciones } from './validate-retenciones';

const laterYear = '2027-01-01';
const documents = [
  income(),
  payment(),
  payroll(),
  ...wrongDocuments.map(([, document]) => document),
];
const valid = withholding();

/**
 * The opposite of each flag value in the catalogues. The changed law sets these opposite values
 * from next year on.
 */
const opposites: Readonly<Record<string, string>> = {
  '1': '0',
  '0': '1',
  '2': '0',
  optional: 'required',
  required: 'forbidden',
  fisica: '0',
  moral: '0',
  MEX: 'USA',
  ianaZone: 'Asia/Tokyo',
  decimals: '5',
  taxIdPattern: 'X',
  payerAccountPattern: 'X',
  receiverRegimes: '999',
  iva: 'required',
};

/** Returns a law that changes the catalogue row of every code in the documents from 2027 on. */
function turnedLaw() {
  const named = new Set(JSON.stringify([documents, valid]).match(/[\w.-]+/g));
  const changes = catalogs().flatMap(({ name }) => {
    const found = builtInLaw().catalog(name)!;
    const { columns } = found.info;
    const rows = [...found.entries()]
      
      .filter(({ code, validFrom, validTo }) => validFrom < laterYear && validTo === undefined && (named.has(code) || found.info.entryCount < 100))
      .map(({ code, attributes }) => [code, 'OTRA COSA', laterYear, ...columns.filter((column) => !own.has(column)).map((column) => turned(column, attributes[column]))].join('\t')); // prettier-ignore
    const order = ['code', 'description', 'validFrom', ...columns.filter((column) => !own.has(column))];
    return rows.length > 0 ? [[name, { source: 'sat', asOf: '2026-12-28', columns: order, rows }] as const] : [];
  }); // prettier-ignore
  const json = {
    format: 'timbre-law-pack-1',
    id: 'test.turned',
    version: '2027.1',
    title: 'A test',
    issuedOn: '2026-12-28',
    sources: { sat: { title: 'SAT', readOn: '2026-12-28', reading: 'primary' } },
    catalogs: Object.fromEntries(changes),
  };
  const fail = (path: string, message: string) => {
    throw new Error(`${path} ${message}`);
  };
  return builtInLaw().with(readPack(json, packDigest(json), fail) as LawPack, fail);
}

const own = new Set(['code', 'description', 'validFrom', 'validTo']);
const turned = (column: string, value = '') => opposites[column] ?? opposites[value] ?? value;

const findingsOf = (document: Comprobante) =>
  validateComprobante(document).map(({ code, message }) => `${code} ${message}`);
const inYear = (document: Comprobante): Comprobante => ({
  ...document,
  fecha: document.fecha.replace('2026', '2027'),
});

afterEach(() => useLaw(builtInLaw()));

test('a past document is checked with the catalogue rows of its date, even if a law pack changes later dates', () => {
  const [before, later] = [documents.map(findingsOf), documents.map(inYear).map(findingsOf)];
  const withheld = validateRetenciones(valid);
  useLaw(turnedLaw());
  expect(documents.map(findingsOf)).toEqual(before);
  expect(validateRetenciones(valid)).toEqual(withheld);
  // Documents of next year are checked with the catalogue rows of next year.
  const after = documents.map(inYear).map(findingsOf);
  expect(after.filter((findings, at) => findings.join() !== later[at]!.join()).length).toBeGreaterThan(100); // prettier-ignore
});
