import { readXml } from '@timbre/cfdi';
import { rawComplementsOf, rawIssues } from './raw-complements';

const flight =
  '<aerolineas:Aerolineas xmlns:aerolineas="http://www.sat.gob.mx/aerolineas" Version="1.0" TUA="mucho"/>';

test("a complement that violates the SAT's schema causes an issue in a draft, with a text in both languages", () => {
  expect(rawIssues({ complements: [{ xml: flight }] }, 'document', [])).toEqual([
    {
      path: ['complements', 0, 'xml'],
      code: 'complement_xml_invalid',
      message: 'aerolineas:Aerolineas/@TUA must be a number with at most 6 decimals.',
      text: { key: 'xml_number', values: { at: 'aerolineas:Aerolineas/@TUA', decimals: '6' } },
    },
  ]);
});

test("a complement that violates the SAT's schema is read unchanged from a stamped document", () => {
  const [read] = rawComplementsOf([readXml(flight)], 'document', new Set());
  expect(read?.xml).toContain('TUA="mucho"');
});

test('a complement of another version causes only an issue about its version', () => {
  const xml = flight.replace('"1.0"', '"2.0"');
  expect(rawIssues({ complements: [{ xml }] }, 'document', [])).toMatchObject([
    { code: 'complement_version_unknown' },
  ]);
});
