import type { CallContext } from '@timbre/kit';
import type { WholeClient } from './whole-client';

interface Request {
  id: string;
  fields: { name: string; phone?: string | undefined } | undefined;
  lines: { amount: string; note?: string | undefined }[];
}

interface Rpc {
  requestSerialize: (request: Request) => Buffer;
  responseDeserialize: (bytes: Buffer) => { body: Uint8Array };
}

const send: WholeClient<{ send: Rpc }>['send'] = () => Promise.resolve({ body: Buffer.of() });
const context = {} as CallContext;
const line = { amount: '1', note: undefined };
const fields: { name: string; phone?: string } = { name: 'Ana' };

it('every member of the message must be present in a request, even if it is undefined', async () => {
  await expect(send({ id: '1', fields, lines: [line] }, context)).resolves.toEqual({
    body: Buffer.of(),
  });
});

// The compiler verifies these cases: if one of these lines were valid, its directive would be
// unused, which is an error.
export const refused = [
  // @ts-expect-error a member of the message that the input lacks
  () => send({ id: '1', fields: { name: 'Ana' }, lines: [line] }, context),
  // @ts-expect-error a member of a list's messages that the input lacks
  () => send({ id: '1', fields, lines: [{ amount: '1' }] }, context),
  // @ts-expect-error a member that the message lacks
  () => send({ id: '1', fields, lines: [line], color: 'red' }, context),
];
