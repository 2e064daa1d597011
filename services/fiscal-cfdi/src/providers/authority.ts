import { z } from 'zod';
import type { AuthorityOutcome, SandboxAuthority } from '../domain/ports';
import { sandboxHeaders } from './http';

/**
 * The time limit is long, because issuing a certificate generates an RSA key, which can take a second on a
 * busy machine.
 */
const timeoutMs = 10_000;

const switchAnswer = z.object({ scenarioId: z.string().nullable() });

const scenariosAnswer = z.object({ data: z.array(z.record(z.string(), z.unknown())) });

const mintAnswer = z.object({
  certificateNumber: z.string(),
  certificate: z.string(),
  privateKey: z.string(),
  passphrase: z.string(),
  validFrom: z.string(),
  validTo: z.string(),
});

const refusalAnswer = z.object({
  error: z.object({
    issues: z.array(z.object({ path: z.string(), message: z.string(), code: z.string() })),
  }),
});

/** Creates a client of the authority simulator (services/authority-simulator). */
export function sandboxAuthority(baseUrl: string): SandboxAuthority {
  const url = (path: string) => new URL(path, `${baseUrl.replace(/\/$/, '')}/`);
  return {
    scenarios: async () => {
      const init = { method: 'GET', headers: sandboxHeaders() };
      const call = await ask(url('scenarios'), init, scenariosAnswer);
      return call.outcome === 'done' ? { outcome: 'done', value: call.value.data } : call;
    },
    switchScenario: (scenarioId) => {
      const init = { ...sent({ scenarioId }), method: 'PUT' };
      return ask(url('scenarios/switched'), init, switchAnswer);
    },
    mint: (request) => {
      const init = { ...sent(request), method: 'POST' };
      return ask(url('authority/certificates'), init, mintAnswer);
    },
  };
}

const sent = (body: object): RequestInit => ({
  headers: { 'content-type': 'application/json', ...sandboxHeaders() },
  body: JSON.stringify(body),
});

/**
 * Sends a request to the simulator. A response 400 with issues is a refusal, and any unexpected response is
 * `unknown`.
 */
async function ask<T>(
  url: URL,
  init: RequestInit,
  answer: z.ZodType<T>,
): Promise<AuthorityOutcome<T>> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    const body: unknown = await response.json();
    if (response.ok) return { outcome: 'done', value: answer.parse(body) };
    if (response.status === 400) {
      return { outcome: 'refused', issues: refusalAnswer.parse(body).error.issues };
    }
    return { outcome: 'unknown', cause: new Error(`the authority answered ${response.status}`) };
  } catch (cause) {
    return { outcome: 'unknown', cause };
  }
}
