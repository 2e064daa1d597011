import { betweenServices, eventBody, publicBodies, publicForm } from './public-form';

const coded = <Message>(message: Message) => ({ decode: () => message });
const subject = 'commerce.inventory.changed';
const event = {
  id: 'e',
  orgId: 'o',
  subject,
  occurredAt: new Date('2026-11-20T10:00:00.000Z'),
  aggregateVersion: 2,
  payload: Buffer.of(),
};
const level = {
  productId: 'p',
  locationId: 'l',
  stock: '123456789012.345678',
  averageCost: '1.50',
};
const inventory = publicForm('commerce.inventory', coded({ ...level, version: 2 }), {
  type: (happened: 'changed' | 'negative') => `inventory.${happened}`,
  data: (one) => one,
});
const envelope =
  '"id":"e","type":"inventory.changed","timestamp":"2026-11-20T10:00:00.000Z",' +
  '"organizationId":"o","environment":"sandbox","apiVersion":"v1","aggregateVersion":2';

describe('the public form of an event', () => {
  it("the public form of an event has the members and the order of the event's description, with exact numbers", () => {
    expect(publicBodies([inventory])(event, 'sandbox')).toBe(
      `{${envelope},"data":{"productId":"p","locationId":"l","stock":123456789012.345678,"averageCost":1.5}}`,
    );
  });

  it('an event for services only has no public form, even if its aggregate has a public form', () => {
    const bodies = publicBodies([inventory, betweenServices(subject)]);
    expect(bodies(event, 'sandbox')).toBeUndefined();
  });

  it('an undeclared event throws', () => {
    expect(() => publicBodies([])(event, 'sandbox')).toThrow(`${subject} has no public form`);
  });

  it('the public form of an event contains only identifiers if it would exceed 20 kB', () => {
    const data = { webhookId: 'w', message: 'x'.repeat(20_000) };
    expect(JSON.parse(eventBody(event, 'sandbox', 'webhook.test', data))).toMatchObject({
      data: { webhookId: 'w' },
      truncated: true,
    });
  });
});

const { stock: _, ...withoutStock } = level;
// The compiler checks these cases: if one of the lines below compiled, its unused
// `@ts-expect-error` would be an error.
export const refused = [
  () =>
    publicBodies([
      // @ts-expect-error a public member that the message lacks
      publicForm('commerce.inventory', coded(withoutStock), {
        type: () => 'inventory.changed',
        data: (one) => one,
      }),
    ]),
  () =>
    publicForm('commerce.inventory', coded(level), {
      // @ts-expect-error a type that is not in the table
      type: (happened: 'moved') => `inventory.${happened}`,
      data: (one) => one,
    }),
];
