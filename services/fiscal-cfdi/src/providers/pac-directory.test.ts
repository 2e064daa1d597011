import type { Pac, StoredPacAccount } from '../domain/stamping/pac';
import { createPacDirectory } from './pac-directory';

const secret = {
  organizationId: 'org',
  secretId: 's',
  version: 1,
  keyId: 'k',
  wrappedKey: Buffer.alloc(0),
  ciphertext: Buffer.alloc(0),
};
const accountOf = (name: string, more: Partial<StoredPacAccount> = {}): StoredPacAccount => ({
  accountId: `id-${name}`,
  version: 1,
  name,
  kind: 'sw',
  baseUrl: 'https://pac.test',
  position: 0,
  secret,
  ...more,
});
const pacOf = (name: string) => ({ name }) as Pac;

/** Creates a directory that counts how often it reads accounts and opens PACs. */
function directory() {
  const seen = { reads: 0, opened: [] as string[], nowMs: 0 };
  let accounts: StoredPacAccount[] | Error = [];
  const open = (account: StoredPacAccount) => {
    seen.opened.push(`${account.name} v${account.version}`);
    return Promise.resolve(pacOf(`own/${account.name}`));
  };
  const made = createPacDirectory([pacOf('sw'), pacOf('finkok')], open, () => seen.nowMs);
  const read = () => {
    seen.reads += 1;
    return accounts instanceof Error ? Promise.reject(accounts) : Promise.resolve(accounts);
  };
  return {
    seen,
    has: (next: StoredPacAccount[] | Error) => void (accounts = next),
    of: (organization = 'org') => made.of(organization, read),
    order: async () => (await made.of('org', read)).inOrder.map(({ name }) => name),
  };
}

test('an organization without accounts uses the PACs of the deployment, in order', async () => {
  expect(await directory().order()).toEqual(['sw', 'finkok']);
});

test('own accounts replace the PACs of the deployment, in the given order', async () => {
  const pacs = directory();
  pacs.has([accountOf('b', { position: 1 }), accountOf('a'), accountOf('c', { position: null })]);
  expect(await pacs.order()).toEqual(['own/a', 'own/b']);
});

test('a document finds the PAC that received it, even if this PAC gets no new documents', async () => {
  const pacs = directory();
  pacs.has([accountOf('a'), accountOf('sw', { position: null })]);
  const { named } = await pacs.of();
  const names = ['own/a', 'own/sw', 'sw', 'own/other', 'other'];
  const found = await Promise.all(names.map(async (name) => (await named(name))?.name));
  expect(found).toEqual(['own/a', 'own/sw', 'sw', undefined, undefined]);
});

test('an account that is used only for lookups is opened on demand', async () => {
  const pacs = directory();
  pacs.has([accountOf('a', { position: null })]);
  await pacs.order();
  expect(pacs.seen.opened).toEqual([]);
});

test('the accounts of each organization are read once in half a minute', async () => {
  const pacs = directory();
  for (const organization of ['org', 'org', 'other', 'org']) await pacs.of(organization);
  expect(pacs.seen.reads).toBe(2);
  pacs.seen.nowMs = 30_000;
  await pacs.of();
  expect(pacs.seen.reads).toBe(3);
});

test("concurrent callers share one read of an organization's accounts", async () => {
  const pacs = directory();
  await Promise.all([pacs.of(), pacs.of(), pacs.of()]);
  expect(pacs.seen.reads).toBe(1);
});

test('a PAC keeps its token and circuit breaker when the accounts are read again, until its account changes', async () => {
  const pacs = directory();
  pacs.has([accountOf('a')]);
  const [before] = (await pacs.of()).inOrder;
  pacs.seen.nowMs = 30_000;
  expect((await pacs.of()).inOrder[0]).toBe(before);
  pacs.has([accountOf('a', { version: 2 })]);
  pacs.seen.nowMs = 60_000;
  await pacs.of();
  expect(pacs.seen.opened).toEqual(['a v1', 'a v2']);
});

test('an account that another replica added is found before the cache expires', async () => {
  const pacs = directory();
  const { named } = await pacs.of();
  pacs.has([accountOf('new')]);
  expect((await named('own/new'))?.name).toBe('own/new');
});

test('a failed read of accounts is not cached', async () => {
  const pacs = directory();
  pacs.has(new Error('database'));
  await expect(pacs.of()).rejects.toThrow('database');
  pacs.has([]);
  expect(await pacs.order()).toEqual(['sw', 'finkok']);
});
