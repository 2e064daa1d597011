import type { Comprobante } from '@timbre/cfdi';
import { withReplaced } from './replacement';

const [one, other] = [
  '0a7f3b2c-0000-4000-8000-000000000001',
  '0a7f3b2c-0000-4000-8000-000000000002',
];
const related = (...nodes: [tipoRelacion: string, ...uuids: string[]][]) =>
  nodes.map(([tipoRelacion, ...uuids]) => ({
    tipoRelacion,
    cfdiRelacionado: uuids.map((uuid) => ({ uuid })),
  }));
const replaced = (uuids: string[], ...own: Parameters<typeof related>) =>
  withReplaced({ cfdiRelacionados: related(...own) } as unknown as Comprobante, uuids)
    .cfdiRelacionados;

test('a replaced document is added under relationship 04, next to the document’s own relations', () => {
  expect(replaced([one, other])).toEqual(related(['04', one, other]));
  expect(replaced([one], ['01', other])).toEqual(related(['01', other], ['04', one]));
});

test('all replaced documents are in a single node of relationship 04, and each document occurs once', () => {
  expect(replaced([one, other], ['04', other.toUpperCase()])).toEqual(
    related(['04', other.toUpperCase(), one]),
  );
});

test('a document that replaces no other document stays unchanged', () => {
  const document = { total: 1 } as unknown as Comprobante;
  expect(withReplaced(document, [])).toBe(document);
});
