import { z } from 'zod';
import type { AuthorityOutcome, SandboxAuthority } from '../domain/ports';
import { clockHeader } from './http';

/**
 * The time limit is generous, because issuing a certificate generates an RSA key, which can take a
 * second on a busy machine.
 */
const timeoutMs = 10_000;

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

/** Client of the authority simulator (services/authority-simulator). */
export function sandboxAuthority(baseUrl: string): SandboxAuthority {
  const url = (path: string) => new URL(path, `${baseUrl.replace(/\/$/, '')}/`);
  return {
    scenarios: async () => {
      const call = await ask(url('scenarios'), { method: 'GET' }, scenariosAnswer);
      return call.outcome === 'done' ? { outcome: 'done', value: call.value.data } : call;
    },
    mint: (request) => {
      const headers = { 'content-type': 'application/json', ...clockHeader() };
      const init = { method: 'POST', headers, body: JSON.stringify(request) };
      return ask(url('authority/certificates'), init, mintAnswer);
    },
  };
}

/** Calls the simulator. A 400 with issues is a refusal; any unexpected answer is `unknown`. */
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
