import { command, conflict, invalid, replyValue } from '@timbre/kit';

interface FirstUse {
  isExpired: boolean;
  isUnchanged: boolean;
}

/**
 * The first use of a token needs its time and the document unchanged. A repeat is the same use, even later: a
 * caller that does not know the outcome of a call must be able to ask for it. Refusals: validation_error
 * (confirmation_expired); conflict (document_changed)
 */
export const useConfirmation = command((_, { isExpired, isUnchanged }: FirstUse) => {
  if (isExpired) throw confirmationExpired();
  if (!isUnchanged) throw documentChanged();
  return Promise.resolve(replyValue({}));
});

const confirmationExpired = () =>
  invalid([
    {
      path: ['confirmationToken'],
      code: 'confirmation_expired',
      message: 'The confirmation has expired; call without it to get a new summary.',
    },
  ]);

const documentChanged = () =>
  conflict(
    'The document has changed since the summary; call without the token to get a new one.',
    'document_changed',
  );
