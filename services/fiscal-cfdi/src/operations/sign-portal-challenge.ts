import type { fiscalCfdi } from '@timbre/contract';
import { invalid, query } from '@timbre/kit';
import type { SetUpProviders } from '../domain/ports';
import { readFiel } from '../store/stamping/signing-keys';

/** Without the separator of the signed text, so that it has three parts and no more. */
const guidForm = /^[\w+/=-]{1,200}$/;

/**
 * Answers the challenge of a login page of the SAT with the active FIEL. The rpc signs no other text,
 * so a caller cannot have the FIEL sign what it likes. Refusals: validation_error; conflict as in `readFiel`.
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
