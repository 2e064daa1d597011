import type { fiscalCfdi } from '@timbre/contract';
import { invalid, query } from '@timbre/kit';
import type { SetUpProviders } from '../domain/ports';
import { readFiel } from '../store/stamping/signing-keys';

/** The guid must not contain the separator, because the signed text must have exactly three parts. */
const guidForm = /^[\w+/=-]{1,200}$/;

/**
 * Signs the challenge of the SAT's login page with the active FIEL. The operation signs no other text, so
 * that a caller cannot use the FIEL to sign an arbitrary text. The operation refuses with validation_error,
 * or with the conflicts of `readFiel`.
 */
export const signPortalChallenge = query(
  async (
    read,
    { guid }: fiscalCfdi.SignPortalChallengeRequest,
    { signer }: SetUpProviders,
  ): Promise<fiscalCfdi.PortalAnswer> => {
    if (!guidForm.test(guid)) {
      const message = 'Not the guid of a login page.';
      throw invalid([{ path: ['guid'], code: 'invalid_format', message }]);
    }
    const key = await signer.open(await readFiel(read));
    return key.signPortalChallenge(guid);
  },
);
