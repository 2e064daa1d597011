import { fromNatsHeaders, fromStream, toHeaders, toNatsHeaders } from './envelope';
import { InvalidEvent, type ReceivedEvent } from './event';

const event: ReceivedEvent = {
  id: '0199b0c2-0000-7000-8000-000000000001',
  orgId: '0199b0c2-0000-7000-8000-000000000002',
  occurredAt: new Date('2026-11-21T09:00:00.123Z'),
  subject: 'commerce.contact.changed',
  aggregate: 'contact',
  aggregateId: 'c-1',
  aggregateVersion: 7,
  payload: Buffer.from([1, 2, 3]),
};

test('an event is unchanged after a round trip through NATS headers', () => {
  const wire = toNatsHeaders(toHeaders(event, 'commerce'));
  expect(fromStream('COMMERCE', event.subject, fromNatsHeaders(wire), event.payload)).toEqual(
    event,
  );
});

test('an identifier in upper case equals the identifier in the inbox', () => {
  const headers = { ...toHeaders(event, 'commerce'), 'ce-id': event.id.toUpperCase() };
  expect(fromStream('COMMERCE', event.subject, headers, event.payload).id).toBe(event.id);
});

test('the headers contain the required CloudEvents attributes', () => {
  expect(toHeaders(event, 'commerce')).toMatchObject({
    'ce-specversion': '1.0',
    'ce-id': event.id,
    'ce-type': 'commerce.contact.changed',
    'ce-source': 'commerce',
    'ce-time': '2026-11-21T09:00:00.123Z',
  });
});

test('all invalid headers are reported together', () => {
  const headers = { ...toHeaders(event, 'commerce'), 'ce-id': '7', 'timbre-org-id': '' };
  const read = (): unknown =>
    fromStream('COMMERCE', 'commerce.contact.changed', headers, event.payload);
  expect(read).toThrow(InvalidEvent);
  expect(read).toThrow('commerce.contact.changed: bad header ce-id, timbre-org-id');
});

test.each(['-1', '1.5', '', '1e3', 'x'])('a version of "%s" is invalid', (version) => {
  const headers = { ...toHeaders(event, 'commerce'), 'timbre-aggregate-version': version };
  expect(() => fromStream('COMMERCE', event.subject, headers, event.payload)).toThrow(InvalidEvent);
});

test('a message without headers is an invalid event and causes no crash', () => {
  expect(() => fromStream('A', 'a.b.c', fromNatsHeaders(undefined), event.payload)).toThrow(
    InvalidEvent,
  );
});

test.each([
  ['payroll.row.settled', {}, 'payroll.row.settled does not belong to COMMERCE'],
  [event.subject, { 'ce-source': 'payroll' }, 'names the source payroll'],
  [
    event.subject,
    { 'ce-type': 'commerce.contact.deleted' },
    'names the type commerce.contact.deleted',
  ],
  [
    event.subject,
    { 'Nats-Stream': 'PAYROLL' },
    'copied the message from another stream (Nats-Stream)',
  ],
  [event.subject, { 'Nats-Stream-Source': 'PAYROLL 1' }, 'copied the message from another stream'],
])('a message of %s with the headers %j is no event of its stream', (subject, own, fault) => {
  const headers = { ...toHeaders({ ...event, subject }, 'commerce'), ...own };
  const read = (): unknown => fromStream('COMMERCE', subject, headers, event.payload);
  expect(read).toThrow(InvalidEvent);
  expect(read).toThrow(fault);
});
