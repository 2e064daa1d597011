import {
  addSecret,
  conflict,
  createRun,
  invalid,
  isIdentifier,
  removeSecrets,
  type Run,
  type Runtime,
  type Transaction,
} from '@timbre/kit';
import type { PacAccount, PacCredentials, StoredPacAccount } from '../domain/stamping/pac';
import type { SealedSecret, SecretBox } from '../domain/ports';
import { FiscalProfile } from '../store/set-up/fiscal-profiles';
import { pacAccountsOf, StoredAccount, storedAccounts } from '../store/set-up/pac-accounts';
import { lockSetUp } from '../store/set-up/set-up-lock';

export type GivenPacAccount = PacAccount & PacCredentials;

type SealedAccount = PacAccount & { secret: SealedSecret };

/**
 * Replaces an organization's own PAC accounts. Documents are sent to the accounts in the order of `given`.
 * If the list is empty, the organization uses the deployment's accounts again. A removed account gets no
 * new documents, but its earlier documents are still looked up. Only operators run this command; clients
 * have no access. The command refuses invalid accounts with validation_error, an unknown organization with
 * conflict organization_unknown, and another kind of PAC under an existing name with conflict
 * pac_account_kind_changed, because stored documents are pinned to the name.
 */
export async function putPacAccounts(
  runtime: Runtime<{ secrets: SecretBox }>,
  organizationId: string,
  given: GivenPacAccount[],
): Promise<void> {
  const run = operatorRun(runtime, organizationId);
  const sealed: SealedAccount[] = [];
  // The credentials are encrypted before the transaction, because the KMS may be remote.
  for (const account of given) sealed.push(await sealAccount(runtime, organizationId, account));
  await run.step(async (tx) => {
    await lockSetUp(tx);
    await requireOrganization(tx);
    const stored = await storedAccounts(tx);
    const isGiven = new Set(sealed.map(({ name }) => name));
    for (const account of stored) if (!isGiven.has(account.name)) retire(tx, account);
    for (const [position, account] of sealed.entries()) {
      await put(
        tx,
        stored.find(({ name }) => name === account.name),
        account,
        position,
      );
    }
  });
}

/** Lists the PAC accounts of an organization for operators, without the credentials. */
export async function listPacAccounts(
  runtime: Runtime,
  organizationId: string,
): Promise<Omit<StoredPacAccount, 'secret'>[]> {
  const run = operatorRun(runtime, organizationId);
  const accounts = await run.step(async (tx) => {
    await requireOrganization(tx);
    return pacAccountsOf(tx);
  });
  return accounts.map(({ secret: _, ...account }) => account);
}

function operatorRun(runtime: Runtime, organizationId: string): Run {
  if (!isIdentifier(organizationId)) {
    const message = 'Not an identifier.';
    throw invalid([{ path: ['organization'], code: 'invalid_value', message }]);
  }
  return createRun(runtime, {
    organizationId,
    environment: runtime.environment,
    actor: 'operator',
    permissions: [],
    requestId: `pac-accounts_${runtime.newId()}`,
    deadlineMs: runtime.now().getTime() + 60_000,
  });
}

async function requireOrganization(tx: Transaction): Promise<void> {
  if (await tx.findBy(FiscalProfile, {})) return;
  const message = 'No organization with a fiscal profile has this identifier.';
  throw conflict(message, 'organization_unknown');
}

async function sealAccount(
  { providers, newId }: Runtime<{ secrets: SecretBox }>,
  organizationId: string,
  { user, password, ...account }: GivenPacAccount,
): Promise<SealedAccount> {
  const credentials = Buffer.from(JSON.stringify({ user, password } satisfies PacCredentials));
  const owner = { organizationId, secretId: newId(), version: 1 };
  return { ...account, secret: await providers.secrets.seal(owner, credentials) };
}

function retire(tx: Transaction, account: StoredAccount): void {
  account.position = null;
  account.updatedAt = tx.now;
}

/**
 * - pac_account_kind_changed: documents are pinned to an account of this name at another PAC; use another
 *   name
 */
async function put(
  tx: Transaction,
  known: StoredAccount | undefined,
  { secret, name, kind, baseUrl, apiUrl }: SealedAccount,
  position: number,
): Promise<void> {
  addSecret(tx, secret);
  const account = { baseUrl, apiUrl: apiUrl ?? null, position, updatedAt: tx.now };
  const { secretId } = secret;
  if (!known) {
    tx.add(StoredAccount, { ...account, name, kind, secretId, version: 1, createdAt: tx.now });
    return;
  }
  if (known.kind !== kind) {
    const message = `${name} is an account at ${known.kind}, and documents are pinned to it; use another name.`;
    throw conflict(message, 'pac_account_kind_changed');
  }
  const replaced = known.secretId;
  Object.assign(known, account, { secretId });
  await removeSecrets(tx, [replaced]);
}
