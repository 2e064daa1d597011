import { conflict, type Refusal } from '@timbre/kit';

const codeTaken = (resource: string) => (): Refusal => {
  const message = `Another ${resource} has this code.`;
  return conflict(message, 'code_taken', [{ path: ['code'], code: 'code_taken', message }]);
};

/** What a violated unique index means to the caller. */
export const constraints = {
  contacts_code: codeTaken('contact of this kind'),
};
