import { nearCodes } from './near-codes';
import { nearest } from './nearest';

const today = '2026-11-20';

describe('nearCodes', () => {
  it.each<[string, string, string]>([
    ['c_ClaveUnidad', 'PZA', 'H87'],
    ['c_ClaveUnidad', 'kg', 'KGM'],
    ['c_ClaveUnidad', 'LT', 'LTR'],
    ['c_ClaveUnidad', 'SERV', 'E48'],
    ['c_ClaveUnidad', 'Pieza', 'H87'],
    ['c_ClaveUnidad', 'h87', 'H87'],
    ['c_ClaveUnidad', 'H78', 'H87'],
    ['c_FormaPago', '3', '03'],
    ['c_FormaPago', 'Efectivo', '01'],
    ['c_FormaPago', 'transferencia', '03'],
    ['c_RegimenFiscal', 'RESICO', '626'],
    ['c_UsoCFDI', 'g03', 'G03'],
    ['c_UsoCFDI', 'G3', 'G03'],
    ['c_Moneda', 'MXP', 'MXN'],
    ['c_Pais', 'México', 'MEX'],
    ['c_Pais', 'MX', 'MEX'],
    ['c_CodigoPostal', '1000', '01000'],
    ['c_PeriodicidadPago', 'quincenal', '04'],
  ])('the first suggestion in %s for %s is %s', (name, given, code) => {
    expect(nearCodes(name, given, today)[0]?.code).toBe(code);
  });

  it('product keys of the same class are suggested for a product key that does not exist', () => {
    const codes = nearCodes('c_ClaveProdServ', '43211599', today).map(({ code }) => code);
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.every((code) => code.startsWith('432115'))).toBe(true);
  });

  it('no code is suggested for a text that resembles no code', () => {
    expect(nearCodes('c_ClaveUnidad', 'xyzxyzxyz', today)).toEqual([]);
    expect(nearCodes('c_Nothing', 'PZA', today)).toEqual([]);
  });
});

describe('nearest', () => {
  it.each([
    ['custmerId', ['productId', 'customerId'], 'customerId'],
    ['CFDI.stampd', ['cfdi.stamped', 'cfdi.canceled'], 'cfdi.stamped'],
    ['zzz', ['customerId'], undefined],
  ])('the nearest word to %s among %j is %s', (given, known, near) => {
    expect(nearest(given, known)).toBe(near);
  });
});
