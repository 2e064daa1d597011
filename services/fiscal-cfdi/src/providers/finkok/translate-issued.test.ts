import type { HttpOutcome } from '../http';
import { toIssued, toStored } from './translate-issued';

const http = (text: string, status = 200): HttpOutcome => ({ outcome: 'answered', status, text });
const soap = (operation: string, fields: string) =>
  http(
    `<senv:Envelope xmlns:senv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:tns="http://facturacion.finkok.com/utilities" xmlns:s0="apps.services.soap.core.views"><senv:Body><tns:${operation}Response><tns:${operation}Result>${fields}</tns:${operation}Result></tns:${operation}Response></senv:Body></senv:Envelope>`,
  );
const uuid = 'AD662D33-6934-459C-A128-BDF0393F0F44';
const line = (one: string) =>
  `<s0:ReportUUID><s0:date>2026-11-21T09:00:00</s0:date><s0:uuid>${one}</s0:uuid></s0:ReportUUID>`;
const invalidLogin = '<s0:error>Invalid Username or Password</s0:error>';
const lost: HttpOutcome = { outcome: 'unknown', cause: new Error('reset') };

test.each([
  [
    soap('report_uuid', `<s0:invoices>${line(uuid)}</s0:invoices>`),
    {
      outcome: 'listed',
      stamps: [{ uuid: uuid.toLowerCase(), stampedLocal: '2026-11-21T09:00:00' }],
    },
  ],
  [soap('report_uuid', '<s0:invoices/>'), { outcome: 'listed', stamps: [] }],
  [soap('report_uuid', `<s0:invoices>${line('x')}</s0:invoices>`), { outcome: 'unknown' }],
  [soap('report_uuid', invalidLogin), { outcome: 'account', code: 'credentials' }],
  [soap('report_uuid', '<s0:error>Date not valid</s0:error>'), { outcome: 'unknown' }],
  [http('<html/>', 502), { outcome: 'unknown' }],
  [lost, { outcome: 'unknown' }],
] as [HttpOutcome, object][])('the list of stamps %o is read as %o', (answer, outcome) => {
  expect(toIssued(answer)).toMatchObject(outcome);
});

test.each([
  [
    soap('get_xml', '<s0:xml>&lt;cfdi:Comprobante/&gt;</s0:xml>'),
    { outcome: 'read', xml: '<cfdi:Comprobante/>' },
  ],
  // For a moment, Finkok returns the path of the file.
  [soap('get_xml', '<s0:xml>/files/a.xml</s0:xml>'), { outcome: 'unknown' }],
  [soap('get_xml', '<s0:error>El XML solicitado no existe</s0:error>'), { outcome: 'unknown' }],
  [soap('get_xml', invalidLogin), { outcome: 'account', code: 'credentials' }],
  [lost, { outcome: 'unknown' }],
] as [HttpOutcome, object][])('the stored document %o is read as %o', (answer, outcome) => {
  expect(toStored(answer)).toMatchObject(outcome);
});
