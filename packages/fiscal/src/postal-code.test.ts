import { catalog } from './catalogs';
import { localDateTimeIn } from './local-date-time';
import { postalCode } from './postal-code';
import { searchCatalog } from './search-catalog';

describe('postalCode', () => {
  test('a postal code has a place, a time zone and a border stimulus', () => {
    expect(postalCode('01000', 'latest')).toEqual({
      code: '01000',
      stateCode: 'CMX',
      municipalityCode: '010',
      localityCode: '01',
      borderStimulus: 'none',
      ianaZone: 'America/Mexico_City',
    });
    expect(postalCode('22000', 'latest')?.borderStimulus).toBe('north');
    expect(postalCode('22000', 'latest')?.ianaZone).toBe('America/Tijuana');
    expect(postalCode('77500', 'latest')?.ianaZone).toBe('America/Cancun');
    expect(postalCode('30700', 'latest')?.borderStimulus).toBe('south');
  });

  test('a postal code without a municipality returns no municipality', () => {
    expect(postalCode('01001', 'latest')).not.toHaveProperty('municipalityCode');
  });

  test('the municipality of a postal code depends on the day of the document', () => {
    expect(postalCode('22910', '2026-01-22')?.municipalityCode).toBe('001');
    expect(postalCode('22910', '2026-01-23')?.municipalityCode).toBe('006');
    expect(catalog('c_CodigoPostal')?.get('22910', 'latest')?.description).toMatch(/^San Quintin,/);
    expect(searchCatalog('c_CodigoPostal', { query: '22910' })?.entries).toHaveLength(1);
    expect(postalCode('22937', 'latest')?.borderStimulus).toBe('north');
  });

  test.each(['00000', '1000', '010000', 'ABCDE', ''])('%j is not a postal code', (code) => {
    expect(postalCode(code, 'latest')).toBeUndefined();
  });

  test('every postal code has a known time zone, state and municipality', () => {
    const rows = [...(catalog('c_CodigoPostal')?.entries() ?? [])].map((row) => row.attributes);
    // 93 postal codes have two rows: one row until 2026-01-23, and one row for a municipality that was
    // created on that day.
    expect(rows).toHaveLength(95_748 + 93);
    for (const zone of new Set(rows.map(({ ianaZone }) => ianaZone ?? ''))) {
      expect(localDateTimeIn(0, zone)).toMatch(/^19(69|70)-/);
    }
    const municipalities = new Set(
      rows.filter((row) => row.municipality).map((row) => `${row.state}-${row.municipality}`),
    );
    for (const code of municipalities)
      expect(catalog('c_Municipio')?.get(code, 'latest')).toBeDefined();
    for (const state of new Set(rows.map((row) => row.state ?? ''))) {
      expect(catalog('c_Estado')?.get(state, 'latest')?.attributes.country).toBe('MEX');
    }
  });
});
