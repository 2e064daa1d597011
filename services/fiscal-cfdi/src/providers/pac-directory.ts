import { certain } from '@timbre/fiscal';
import {
  pinOf,
  type OrganizationPacs,
  type Pac,
  type PacDirectory,
  type StoredPacAccount,
} from '../domain/stamping/pac';

/**
 * An organization's accounts are cached for this time, in milliseconds. New accounts and changed
 * credentials take effect within this time.
 */
const keptMs = 30_000;
const keptMax = 1_000;

/** The cached accounts of one organization. */
interface Known {
  untilMs: number;
  pacs: Promise<OrganizationPacs>;
  /**
   * The opened PACs, keyed by identifier and version of their account. When the accounts are read again, an
   * unchanged account keeps its token and its circuit breaker.
   */
  opened: Map<string, Promise<Pac>>;
}

/**
 * Returns the PACs of an organization. Accounts are cached for half a minute, because most organizations
 * have none and a stamp should not query the database for them.
 */
export function createPacDirectory(
  shared: readonly Pac[],
  open: (account: StoredPacAccount) => Promise<Pac>,
  now: () => number,
): PacDirectory {
  const kept = new Map<string, Known>();

  const look = (organizationId: string, read: () => Promise<StoredPacAccount[]>): Known => {
    const opened = kept.get(organizationId)?.opened ?? new Map<string, Promise<Pac>>();
    const reading = read();
    const known: Known = {
      untilMs: now() + keptMs,
      opened,
      pacs: reading.then((accounts) => toPacs(shared, accounts, opener(open, opened, accounts))),
    };
    kept.delete(organizationId);
    if (kept.size >= keptMax) kept.delete(certain(kept.keys().next().value, 'the oldest'));
    kept.set(organizationId, known);
    known.pacs.catch(() => (known.untilMs = 0));
    return known;
  };

  return {
    async of(organizationId, read) {
      const known = kept.get(organizationId);
      const isFresh = known && known.untilMs > now();
      const pacs = await (isFresh ? known : look(organizationId, read)).pacs;
      return {
        inOrder: pacs.inOrder,
        // If the name is unknown, the accounts are read again, because another replica may have pinned an
        // attempt to an account that this replica has not read yet.
        named: async (name) =>
          (await pacs.named(name)) ?? (await look(organizationId, read).pacs).named(name),
      };
    },
  };
}

type Opener = (account: StoredPacAccount) => Promise<Pac>;

/**
 * Returns a function that creates one PAC client for each version of an account and caches the client.
 * Outdated versions are removed from the cache.
 */
function opener(open: Opener, opened: Known['opened'], accounts: StoredPacAccount[]): Opener {
  const keyOf = ({ accountId, version }: StoredPacAccount) => `${accountId}|${version}`;
  const present = new Set(accounts.map(keyOf));
  for (const key of opened.keys()) if (!present.has(key)) opened.delete(key);
  return (account) => {
    const key = keyOf(account);
    const known = opened.get(key);
    if (known) return known;
    const pac = open(account);
    opened.set(key, pac);
    pac.catch(() => opened.delete(key));
    return pac;
  };
}

async function toPacs(
  shared: readonly Pac[],
  accounts: StoredPacAccount[],
  open: Opener,
): Promise<OrganizationPacs> {
  const active = accounts
    .filter(({ position }) => position !== null)
    .sort((a, b) => certain(a.position, 'position') - certain(b.position, 'position'));
  const own = await Promise.all(active.map(open));
  return {
    inOrder: own.length ? own : shared,
    async named(name) {
      const account = accounts.find((one) => pinOf(one) === name);
      return account ? open(account) : shared.find((one) => one.name === name);
    },
  };
}
