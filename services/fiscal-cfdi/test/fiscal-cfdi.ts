import { localKms, secretBox } from '@timbre/kit';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallContext, Operation, Refusal, Runtime } from '@timbre/kit';
import { callContext, serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import type { SetUpProviders } from '../src/domain/ports';
import { createSeries } from '../src/operations/create-series';
import { putFiscalProfile } from '../src/operations/put-fiscal-profile';
import { keyOpener } from '../src/providers/key-opener';
import { createSigner } from '../src/providers/signer';
import { trustedAuthorities } from '../src/providers/trusted-authorities';
import { constraints } from '../src/store/constraints';
import { entities } from '../src/store/entities';
import { migrations } from '../src/store/migrations';
import { testAuthority, type TestAuthority } from './test-authority';

export interface FiscalCfdi extends ServiceRuntime<SetUpProviders> {
  authority: TestAuthority;
}

/** Starts the service with its own database and its own trusted certificate authority. */
export async function startFiscalCfdi(
  given: Partial<SetUpProviders> = {},
  poolSize = 8,
): Promise<FiscalCfdi> {
  const authority = await testAuthority();
  const secrets = secretBox(localKms(keyFile(['one'])));
  const providers: SetUpProviders = {
    secrets,
    signer: createSigner(secrets),
    openKey: keyOpener(),
    isTrusted: trustedAuthorities(authority.bundleFile),
    pacNames: ['sw'],
    ...given,
  };
  const parts = { service: 'fiscal_cfdi', entities, migrations, constraints, providers, poolSize };
  return { ...(await serviceRuntime<SetUpProviders>(parts)), authority };
}

/**
 * Writes a key file for the local KMS, whose last key is the active key, and returns its path.
 */
export function keyFile(ids: string[], keys: Record<string, string> = {}): string {
  const file = join(mkdtempSync(join(tmpdir(), 'timbre-keys-')), 'keys.json');
  const all = ids.map((id) => [id, keys[id] ?? randomBytes(32).toString('base64')]);
  writeFileSync(file, JSON.stringify({ activeKeyId: ids.at(-1), keys: Object.fromEntries(all) }));
  return file;
}

export const profile = {
  rfc: 'EKU9003173C9',
  legalName: 'Escuela Kemper Urgate',
  taxSystem: '601',
  postalCode: '42501',
};

/**
 * Returns the runtime for an operator command. The runtime has the real clock, because an operator command
 * is a separate process.
 */
export const operatorRuntime = <Providers>({
  service,
}: {
  service: { runtime: Runtime<Providers> };
}): Runtime<Providers> => ({ ...service.runtime, now: () => new Date() });

/** Adds a fiscal profile to a given or a new organization, and returns the organization's call context. */
export async function organizationWithProfile(
  service: FiscalCfdi,
  context = callContext(),
): Promise<CallContext> {
  await service.answer(putFiscalProfile, context, profile);
  return context;
}

export async function newSeries(
  service: FiscalCfdi,
  context: CallContext,
  code: string,
  kind = 'income',
  more: { nextFolio?: number; isDefault?: boolean } = {},
): Promise<Record<string, unknown> & { seriesId: string }> {
  const series = await service.answer(createSeries, context, { code, kind, ...more });
  return series as Record<string, unknown> & { seriesId: string };
}

/** Runs an operation that must be refused, and returns the refusal. */
export async function refusal<Request>(
  service: FiscalCfdi,
  operation: Operation<Request, SetUpProviders>,
  context: CallContext,
  request: Request,
): Promise<Refusal> {
  return service.answer(operation, context, request).then(
    (answer) => {
      throw new Error(`not refused: ${JSON.stringify(answer).slice(0, 200)}`);
    },
    (error: Refusal) => error,
  );
}

/** Returns the issues of a refusal in the form `path code`, in order. */
export const issueCodes = ({ details }: Refusal): string[] =>
  (details.issues ?? []).map(({ path, code }) => `${path.join('.')} ${code}`);
