import type { ServiceClient } from './client';

interface Request {
  id: string;
  content: Uint8Array;
  fields: { name: string; phone?: string | undefined } | undefined;
  lines: { amount: string }[];
}

interface Rpc {
  requestSerialize: (request: Request) => Buffer;
  responseDeserialize: (bytes: Buffer) => { body: Uint8Array };
}

type Send = ServiceClient<{ send: Rpc }>['send'];

const sent: unknown[] = [];
const send: Send = (request) => {
  sent.push(request);
  return Promise.resolve({ body: Buffer.alloc(0) });
};

const whole = {
  id: '1',
  content: Buffer.alloc(1),
  fields: { name: 'Ana', phone: '55' },
  lines: [{ amount: '1' }],
};
const fax = { ...whole.fields, fax: '66' };
const variants: (typeof fax | typeof whole.fields)[] = [whole.fields, fax];
const context = {} as Parameters<Send>[1];

it('a request is sent with every field of its message', async () => {
  await send(whole, context);
  await send({ ...whole, fields: undefined }, context);
  expect(sent).toEqual([whole, { ...whole, fields: undefined }]);
});

// The compiler proves these cases: if one of these lines compiled, its unused `@ts-expect-error`
// would be a compile error.
export const refused = [
  // @ts-expect-error a field that the message lacks
  () => send({ ...whole, color: 'red' }, context),
  // @ts-expect-error a field that a nested message lacks
  () => send({ ...whole, fields: fax }, context),
  // @ts-expect-error a field that only one of two variants has
  () => send({ ...whole, fields: variants[1] }, context),
  // @ts-expect-error a field that the messages of a list lack
  () => send({ ...whole, lines: [{ amount: '1', tax: '2' }] }, context),
  // @ts-expect-error an optional field that the message lacks
  () => send({ ...whole, fields: { name: 'Ana' } as { name: string; fax?: string } }, context),
];
