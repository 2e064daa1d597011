import { command, conflict, invalid, replyValue } from '@timbre/kit';

interface FirstUse {
  isExpired: boolean;
  isUnchanged: boolean;
}

/**
 * Records that a confirmation token is used for the first time. The token must be valid and the
 * document unchanged. A repetition of the same call counts as the same use, so that a caller can
 * find out an unknown outcome. The possible refusals are validation_error (confirmation_expired);
 * conflict (document_changed)
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
