import { qrCodeOf, readQrPage } from './qr-page';

const address =
  'https://siat.sat.gob.mx/app/qr/faces/pages/mobile/validadorqr.jsf?D1=10&D2=1&D3=14010000000_EKU9003173C9';

test('qrCodeOf reads the card number and the RFC from the address in a QR code', () => {
  expect(qrCodeOf(address)).toEqual({ idCif: '14010000000', rfc: 'EKU9003173C9' });
});

test.each([
  address.replace('siat.sat.gob.mx', 'siat.sat.gob.mx.evil.example'),
  address.replace('siat.sat.gob.mx', 'siat.sat.gob.mx:8443'),
  address.replace('siat.sat.gob.mx', '127.0.0.1'),
  address.replace('https://', 'https://user:key@'),
  address.replace('https://', 'file://'),
  address.replace('validadorqr', 'other'),
  address.replace('D1=10', 'D1=26'),
  `${address}&D4=1`,
  address.replace('EKU9003173C9', '../../etc'),
  address.replace('14010000000_', ''),
  'not an address',
])('no QR code has the address %s', (other) => {
  expect(qrCodeOf(other)).toBeUndefined();
});

test('readQrPage reads the name, the regimes and the address of a natural person', () => {
  const read = readQrPage({ idCif: '10000000000', rfc: 'CACX7605101P8' }, [
    ['CURP:', 'CACX760510MGTSHC04'],
    ['Nombre:', 'XOCHILT'],
    ['Apellido Paterno:', 'CASAS'],
    ['Apellido Materno:', 'CHAVEZ'],
    ['Fecha de Inicio de operaciones:', '21-02-2019'],
    ['Situación del contribuyente:', 'ACTIVO'],
    ['Entidad Federativa:', 'GUANAJUATO'],
    ['CP:', '36257'],
    ['Régimen:', 'Régimen de Incorporación Fiscal'],
    ['Fecha de alta:', '21-02-2019'],
    ['Régimen:', 'Régimen desconocido'],
    ['Fecha de alta:', '22-02-2019'],
  ]);
  expect(read).toMatchObject({
    profile: {
      legalName: 'XOCHILT CASAS CHAVEZ',
      startedOperationsOn: '2019-02-21',
      address: { postalCode: '36257', state: 'GUANAJUATO' },
      taxRegimes: [
        { code: '621', name: 'Régimen de Incorporación Fiscal', startDate: '2019-02-21' },
        { name: 'Régimen desconocido', startDate: '2019-02-22' },
      ],
    },
  });
});

test('readQrPage refuses a page without a tax regime', () => {
  const read = readQrPage({ idCif: '1', rfc: 'EKU9003173C9' }, [['Nombre:', 'X']]);
  expect('issues' in read && read.issues[0]!.code).toBe('profile_incomplete');
});
