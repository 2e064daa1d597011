import { readAcuse } from './acuse';

const folio = '<Folios><UUID>AB</UUID><EstatusUUID>201</EstatusUUID></Folios>';
const seal =
  '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignatureValue>c2VsbG8=</SignatureValue>' +
  '<KeyInfo><KeyName>00001088888800000002</KeyName></KeyInfo></Signature>';
const attributes = 'Fecha="2026-11-28T10:00:00.123" RfcEmisor="EKU9003173C9"';
const read = {
  datedLocal: '2026-11-28T10:00:00.123',
  issuerRfc: 'EKU9003173C9',
  folios: [{ uuid: 'AB', status: '201' }],
  seal: 'c2VsbG8=',
  keyName: '00001088888800000002',
};

it.each([
  ['bare', `<Acuse xmlns="http://cancelacfd.sat.gob.mx" ${attributes}>${folio}${seal}</Acuse>`],
  [
    'within the answer of the service',
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><CancelaCFDResponse
      xmlns="http://cancelacfd.sat.gob.mx"><CancelaCFDResult ${attributes}>${folio}${seal}</CancelaCFDResult>
      </CancelaCFDResponse></s:Body></s:Envelope>`,
  ],
])('readAcuse reads an acuse %s', (_, xml) => {
  expect(readAcuse(Buffer.from(xml))).toEqual(read);
});

it.each(['', 'no XML', '<Acuse/>'])('readAcuse returns undefined for %j', (xml) => {
  expect(readAcuse(Buffer.from(xml))).toBeUndefined();
});
