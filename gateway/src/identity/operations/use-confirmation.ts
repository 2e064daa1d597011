import { command, conflict, invalid, replyValue } from '@timbre/kit';

interface FirstUse {
  isExpired: boolean;
  isUnchanged: boolean;
}

/**
 * Records the first use of a token, which requires that the token is valid and the document
 * unchanged. A later repeat counts as the same use of the confirmation, because a caller must be
 * able to ask for an unknown outcome. Refusals: validation_error (confirmation_expired); conflict
 * (document_changed)
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
