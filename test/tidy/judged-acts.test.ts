import { operations } from '../../gateway/src/edge/operations';

const read = operations.flatMap(({ id, irreversible }) =>
  irreversible?.read ? [[id, irreversible.read.operation.id]] : [],
);

// This test cannot see whether an action compares the judged version. Kit makes a judged command
// fail if the command does not compare it (packages/kit/src/operation/compared.ts).
it.each(read)('the action %s is judged by the answer of a read operation: %s', (_, reader) => {
  expect(operations.some(({ id, isIdempotent }) => id === reader && !isIdempotent)).toBe(true);
});
