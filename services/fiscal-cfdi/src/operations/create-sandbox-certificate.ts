import type { fiscalCfdi } from '@timbre/contract';
import { longCommand, replyValue } from '@timbre/kit';
import type { SetUpProviders } from '../domain/ports';
import { authorityOf, doneValue } from '../workflows/authority-outcome';

/**
 * Mints a test certificate. Its key is kept with the answer under the idempotency key, in the
 * clear: it is worth nothing outside of the sandbox that minted it. A mint whose answer was lost
 * is minted again; nothing anywhere refers to the first.
 */
export const createSandboxCertificate = longCommand(
  async (run, request: fiscalCfdi.CreateSandboxCertificateRequest, providers: SetUpProviders) => {
    const authority = authorityOf(providers, run.context);
    const minted = doneValue(await authority.mint(request));
    return run.finish(async () => replyValue(minted));
  },
);
