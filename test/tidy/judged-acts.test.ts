import { operations } from '../../gateway/src/edge/operations';

const read = operations.flatMap(({ id, irreversible }) =>
  irreversible?.read ? [[id, irreversible.read.operation.id]] : [],
);

// This test cannot check whether an action compares the version that was checked against the
// limits. Kit makes a command fail if the command does not compare that version
// (packages/kit/src/operation/compared.ts).
it.each(read)(
  'the action %s is checked against the limits with the response of a read operation: %s',
  (_, reader) => {
    expect(operations.some(({ id, isIdempotent }) => id === reader && !isIdempotent)).toBe(true);
  },
);
