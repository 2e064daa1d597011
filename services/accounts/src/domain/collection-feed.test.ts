import { collectionFeed } from './collection-feed';

const event = {
  eventId: 'p:1',
  version: 3,
  customerName: 'Ana, S.A.; de C.V.',
  folio: 'A-7',
  installment: 1,
  dueOn: '2026-04-01',
  currency: 'MXN',
  open: '580',
};

it('collectionFeed returns an all-day event for each installment, in lines of at most 75 bytes', () => {
  const customerName = 'Comercializadora Ñandú del Noroeste y Asociados, S. de R.L. de C.V.';
  const text = collectionFeed([event, { ...event, eventId: 'p:2', customerName }], new Date(0));
  expect(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true);
  expect(text.endsWith('END:VCALENDAR')).toBe(true);
  const lines = text.split('\r\n');
  expect(lines.filter((line) => line.includes('\n'))).toEqual([]);
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const unfolded = text.replaceAll('\r\n ', '').split('\r\n');
  expect(unfolded).toEqual(
    expect.arrayContaining([
      'UID:p:1@timbre',
      'SEQUENCE:3',
      'DTSTAMP:19700101T000000Z',
      'DTSTART;VALUE=DATE:20260401',
      'SUMMARY:Cobrar 580.00 MXN · Ana\\, S.A.\\; de C.V.',
      'DESCRIPTION:Factura A-7\\, Parcialidad 1',
      expect.stringContaining('Ñandú del Noroeste y Asociados\\, S. de R.L. de C.V.'),
    ]),
  );
});
