import { invalid, Refusal, unavailable, type CallContext } from '@timbre/kit';
import type { AuthorityOutcome, SandboxAuthority, SetUpProviders } from '../domain/ports';

/**
 * Returns the client of the sandbox's authority simulator.
 * @throws Refusal with code forbidden in production
 */
export function authorityOf(providers: SetUpProviders, context: CallContext): SandboxAuthority {
  if (context.environment !== 'sandbox') {
    const message = 'This operation exists in the sandbox only.';
    throw new Refusal('forbidden', message, { reason: 'sandbox_only' });
  }
  if (providers.authority) return providers.authority;
  const message = 'This sandbox has no authority simulator configured.';
  throw new Refusal('provider_unavailable', message, { retryable: false });
}

/**
 * Returns the value of a successful call to the authority.
 * @throws Refusal if the call was refused or its outcome is unknown
 */
export function doneValue<T>(call: AuthorityOutcome<T>): T {
  switch (call.outcome) {
    case 'done':
      return call.value;
    case 'refused':
      throw invalid(
        call.issues.map(({ path, ...issue }) => ({ path: path ? path.split('.') : [], ...issue })),
      );
    case 'unknown':
      throw unavailable('The authority simulator did not answer; try again.', call.cause);
  }
}
