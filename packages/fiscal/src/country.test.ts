import { catalog } from './catalogs';
import { country } from './country';

describe('country', () => {
  test('a country has the patterns for its postal codes and tax numbers, if the SAT defines them', () => {
    const canada = country('CAN', 'latest');
    expect(canada?.postalCodePattern?.test('K1A 0B1')).toBe(true);
    expect(canada?.postalCodePattern?.test('K1A0B1')).toBe(false);
    expect(canada?.taxIdPattern?.test('123456789')).toBe(true);
    expect(country('USA', 'latest')?.taxIdPattern?.test('12345678')).toBe(false);
    expect(country('ABW', 'latest')).toEqual({ code: 'ABW', description: 'Aruba' });
    expect(country('XYZ', 'latest')).toBeUndefined();
  });

  test('every pattern in c_Pais compiles as a regular expression', () => {
    const codes = [...(catalog('c_Pais')?.entries() ?? [])].map(({ code }) => code);
    expect(codes).toHaveLength(250);
    for (const code of codes) expect(() => country(code, 'latest')).not.toThrow();
  });
});
