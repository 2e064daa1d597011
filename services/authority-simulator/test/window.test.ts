import { lateness } from '../src/stamping/window';
import { readDocument } from '../src/stamping/document';

const document = (fecha: string, place: string) =>
  readDocument(
    `<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Sello="a" Fecha="${fecha}" ` +
      `LugarExpedicion="${place}"><cfdi:Emisor Rfc="EKU9003173C9"/></cfdi:Comprobante>`,
  ).document;
const isStamped = (fecha: string, place: string, now: string) =>
  lateness(document(fecha, place), new Date(now)) === undefined;

test.each([
  ['exactly 72 hours old', '2026-11-20T12:00:00', '06000', '2026-11-23T18:00:00Z', true],
  ['a second older', '2026-11-20T12:00:00', '06000', '2026-11-23T18:00:01Z', false],
  ['five minutes ahead', '2026-11-20T12:00:00', '06000', '2026-11-20T17:55:00Z', true],
  ['a second more ahead', '2026-11-20T12:00:00', '06000', '2026-11-20T17:54:59Z', false],
  ['by the clocks of Tijuana', '2026-11-20T10:00:00', '22000', '2026-11-23T18:00:00Z', true],
  ['by the clocks of Cancún', '2026-11-20T12:00:00', '77500', '2026-11-23T18:00:00Z', false],
  ['over the end of summer time', '2026-10-31T12:00:00', '22000', '2026-11-03T19:00:00Z', true],
  ['a second older then', '2026-10-31T12:00:00', '22000', '2026-11-03T19:00:01Z', false],
  ['over the begin of summer time', '2026-03-06T12:00:00', '22000', '2026-03-09T20:00:00Z', true],
  ['a second older then too', '2026-03-06T12:00:00', '22000', '2026-03-09T20:00:01Z', false],
  ['at a place that does not exist', '2020-01-01T00:00:00', '00001', '2026-11-20T18:00:00Z', true],
  ['without a date', '', '06000', '2026-11-20T18:00:00Z', false],
  ['of the year 275760', '+275760-09-13T00:00:00', '06000', '2026-11-20T18:00:00Z', false],
])(
  'a document is stamped or refused by its date as expected: %s',
  (_case, fecha, place, now, expected) => {
    expect(isStamped(fecha, place, now)).toBe(expected);
  },
);
