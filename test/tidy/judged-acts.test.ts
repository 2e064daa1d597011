import { operations } from '../../gateway/src/edge/operations';

const read = operations.flatMap(({ id, irreversible }) =>
  irreversible?.read ? [[id, irreversible.read.operation]] : [],
);

// The text does not show whether an action compares the judged version: kit fails a judged command that does
// not (packages/kit/src/operation/compared.ts).
it.each(read)('the action %s is judged by the answer of a read operation: %s', (_, reader) => {
  expect(operations.some(({ id, isIdempotent }) => id === reader && !isIdempotent)).toBe(true);
});
