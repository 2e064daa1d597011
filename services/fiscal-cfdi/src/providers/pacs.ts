import type { PacCertificates } from '@timbre/cfdi';
import {
  pinOf,
  type Pac,
  type PacCredentials,
  type StoredPacAccount,
} from '../domain/stamping/pac';
import type { SecretBox } from '../domain/ports';
import { verifyStamps } from './verify-stamps';
import { createFinkok } from './finkok/client';
import { guard } from './guard';
import { createClockSkew } from './clock-skew';
import { createHttp, type Http } from './http';
import { measured } from './measured';
import { createPacDirectory } from './pac-directory';
import type { PacSettings } from './pac-settings';
import { createSw } from './sw/client';

function createPac(account: PacSettings, http: Http, now: () => number): Pac {
  switch (account.kind) {
    case 'sw':
      return createSw(account, http, now);
    case 'finkok':
      return createFinkok(account, http, now);
  }
}

export interface PacParts {
  secrets: SecretBox;
  /**
   * The certificates of the PACs that this deployment knows. The signatures in stamps of other PACs are not
   * checked.
   */
  pacCertificate: PacCertificates;
  /** The base URL of the simulated authorities; present only in a sandbox. */
  simulatorUrl?: string | undefined;
}

/**
 * This request reads the time of a PAC from the response's Date header. An error response also has a Date
 * header.
 */
const timeCall = { method: 'GET', isWrite: false, timeoutMs: 3_000 } as const;

/**
 * Creates the PACs of the deployment, in their order, and a directory of the organizations' own accounts.
 * Each PAC has its own metrics, concurrency limit and circuit breaker.
 */
export function createPacs(
  settings: PacSettings[],
  { secrets, pacCertificate, simulatorUrl }: PacParts,
  now: () => number,
) {
  const open = (account: PacSettings, http: Http): Pac =>
    guard(verifyStamps(createPac(account, http, now), pacCertificate), now);
  const clock = createClockSkew(async () => {
    await Promise.all(shared.map(({ http, url }) => http.call({ ...timeCall, url })));
  });
  const shared = settings.map((account) => {
    const http = createHttp({ clock, simulatorUrl });
    const url = new URL(account.baseUrl).origin;
    return { http, url, pac: measured(open(account, http), account.name) };
  });
  const http = createHttp({ clock, simulatorUrl });
  const openStored = async (account: StoredPacAccount): Promise<Pac> => {
    const plaintext = await secrets.open(account.secret);
    const credentials = JSON.parse(plaintext.toString()) as PacCredentials;
    plaintext.fill(0);
    const settled = { ...account, ...credentials, name: pinOf(account) };
    // The label contains the kind of PAC and not the account's name. Organizations choose the names of
    // their accounts, so the metric would have an unbounded number of labels.
    return measured(open(settled, http), pinOf({ name: account.kind }));
  };
  const pacs = shared.map((one): Pac => one.pac);
  return {
    pacs: createPacDirectory(pacs, openStored, now),
    clock,
    close: async () => {
      await Promise.all([http, ...shared.map((one) => one.http)].map((one) => one.close()));
    },
  };
}
