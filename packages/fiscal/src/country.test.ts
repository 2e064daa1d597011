import { catalog } from './catalogs';
import { country } from './country';

describe('country', () => {
  test('tells the form of postal codes and tax numbers where the SAT gives it', () => {
    const canada = country('CAN');
    expect(canada?.postalCodePattern?.test('K1A 0B1')).toBe(true);
    expect(canada?.postalCodePattern?.test('K1A0B1')).toBe(false);
    expect(canada?.taxIdPattern?.test('123456789')).toBe(true);
    expect(country('USA')?.taxIdPattern?.test('12345678')).toBe(false);
    expect(country('ABW')).toEqual({ code: 'ABW', description: 'Aruba' });
    expect(country('XYZ')).toBeUndefined();
  });

  test('every pattern of the SAT can be read', () => {
    const codes = [...(catalog('c_Pais')?.entries() ?? [])].map(({ code }) => code);
    expect(codes).toHaveLength(250);
    for (const code of codes) expect(() => country(code)).not.toThrow();
  });
});
