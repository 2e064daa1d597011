import type { fiscalCfdi } from '@timbre/contract';
import { invalid, query } from '@timbre/kit';
import type { SetUpProviders } from '../domain/ports';
import { readFiel } from '../store/stamping/signing-keys';

/** The guid must not contain the separator of the signed text, which has exactly three parts. */
const guidForm = /^[\w+/=-]{1,200}$/;

/**
 * Answers the challenge of an SAT login page with the active FIEL. The operation signs no other
 * text, so a caller cannot make the FIEL sign an arbitrary text. Refusals: validation_error;
 * conflict as in `readFiel`.
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
