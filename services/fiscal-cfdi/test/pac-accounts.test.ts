import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createRun,
  newId,
  readSettings,
  type CallContext,
  rewrapSecrets,
  secretsOfOrganizations,
  localKms,
  secretBox,
} from '@timbre/kit';
import { testPool } from '@timbre/testkit';
import { runPacAccounts } from '../src/commands/pac-accounts';
import { cancelCfdi } from '../src/operations/cancel-cfdi';
import { getFiscalReadiness } from '../src/operations/get-fiscal-readiness';
import { putPacAccounts, type GivenPacAccount } from '../src/commands/put-pac-accounts';
import { pacsSettings } from '../src/providers/pac-settings';
import { pacAccountsOf } from '../src/store/set-up/pac-accounts';
import { newDraft } from './cfdi';
import { stampsAndLoses, suspended, unreachable } from './fake-pac';
import { keyFile, operatorRuntime } from './fiscal-cfdi';
import {
  loseStamp, moveClock, newItem, newStampable, reached, stamp, stampKey, stampRefused, startStamping, stateOf, type Stamping,
} from './stamping'; // prettier-ignore

let stamping: Stamping;
beforeAll(async () => void (stamping = await startStamping()));
afterAll(() => stamping.close());
beforeEach(() => moveClock(stamping, 0));

/** Builds an account with a name that no other test uses, so that its fake PAC has no stamps. */
const accountOf = (name: string, more: Partial<GivenPacAccount> = {}): GivenPacAccount => ({
  name,
  kind: 'sw',
  baseUrl: 'https://pac.test',
  user: 'me',
  password: `word of ${name}`,
  ...more,
});

const put = ({ organizationId }: CallContext, ...accounts: GivenPacAccount[]) =>
  putPacAccounts(stamping.service.runtime, organizationId, accounts);

const own = (name: string) => stamping.own.get(`own/${name}`)!;
const sharedSends = () => stamping.pacs.reduce((sum, { sends }) => sum + sends.length, 0);
const pinned = async (ref: string) =>
  (await stateOf(stamping, ref)).attempts.map(({ pac, state }) => [pac, state]);

describe('an organization with accounts of its own', () => {
  it('an organization with its own accounts stamps only at its own PAC, and other organizations use the PACs of the deployment', async () => {
    const [mine, theirs] = [await newStampable(stamping), await newStampable(stamping)];
    await put(mine.context, accountOf('alone'));
    const before = sharedSends();
    await stamp(stamping, stampKey(mine.context), mine.documentRef);
    expect([own('alone').sends.length, sharedSends() - before]).toEqual([1, 0]);
    await stamp(stamping, stampKey(theirs.context), theirs.documentRef);
    expect([own('alone').sends.length, sharedSends() - before]).toEqual([1, 1]);
    expect(await pinned(mine.documentRef)).toEqual([['own/alone', 'stamped']]);
  });

  it('an organization with its own accounts tries its accounts in order, and never a PAC of the deployment', async () => {
    const { context, documentRef } = await newStampable(stamping);
    await put(context, accountOf('z-first'), accountOf('a-second'));
    await stamp(stamping, stampKey(context), documentRef);
    expect(own('z-first').sends).toHaveLength(1);
    const before = sharedSends();
    const next = await newStampable(stamping);
    await put(next.context, accountOf('z-first'), accountOf('a-second'));
    own('z-first').answers.push(unreachable);
    own('a-second').answers.push(suspended);
    await stampRefused(stamping, stampKey(next.context), next.documentRef);
    expect([own('z-first').sends.length, own('a-second').sends.length]).toEqual([2, 1]);
    expect(sharedSends()).toBe(before);
    await stamp(stamping, stampKey(next.context), next.documentRef);
    expect(await pinned(next.documentRef)).toEqual([
      ['own/a-second', 'not_sent'],
      ['own/z-first', 'stamped'],
    ]);
  });

  it('an organization with its own accounts is ready even if the deployment has no PAC', async () => {
    const { context } = await newStampable(stamping);
    const pacCheck = async () => {
      const answer = stamping.service.answer(getFiscalReadiness as never, context, {
        kind: 'income',
      } as never);
      const { checks } = (await answer) as { checks: { code: string; ready: boolean }[] };
      return checks.find(({ code }) => code === 'pac')!.ready;
    };
    expect(await pacCheck()).toBe(false);
    await put(context, accountOf('ready'));
    expect(await pacCheck()).toBe(true);
    await put(context);
    expect(await pacCheck()).toBe(false);
  });
});

describe('a sent document', () => {
  it('a sent document is looked up at the PAC of the deployment that received it, even if the organization gets accounts later', async () => {
    const { context, documentRef } = await newStampable(stamping);
    const [first] = stamping.pacs;
    first.answers.push(stampsAndLoses);
    await loseStamp(stamping, stampKey(context), documentRef);
    await put(context, accountOf('first'));
    moveClock(stamping, 120);
    await stamping.reconcile();
    await reached(stamping, documentRef, 'stamped');
    expect(await pinned(documentRef)).toEqual([['first', 'stamped']]);
    expect(own('first')?.looks ?? 0).toBe(0);
  });

  it("a sent document is looked up through the organization's account after the account is removed from the list", async () => {
    const { context, documentRef } = await newStampable(stamping);
    await put(context, accountOf('left'));
    await stamping.own.open((await accountsOf(context))[0]!);
    own('left').answers.push(stampsAndLoses);
    await loseStamp(stamping, stampKey(context), documentRef);
    await put(context);
    moveClock(stamping, 120);
    await stamping.reconcile();
    await reached(stamping, documentRef, 'stamped');
    expect(own('left').looks).toBeGreaterThan(0);
    expect(own('left').sends).toHaveLength(1);
  });

  it('a sent document is canceled at the account that stamped it, even after the account is removed', async () => {
    const { context, documentRef } = await newStampable(stamping);
    await put(context, accountOf('stamped-it'));
    await stamp(stamping, stampKey(context), documentRef);
    await put(context, accountOf('stands-first'));
    moveClock(stamping, 60);
    const asked = stamping.pacs.map(({ canceled }) => canceled.length);
    await stamping.service.answer(cancelCfdi as never, stampKey(context), {
      documentRef,
      motive: '02',
    } as never);
    expect(own('stamped-it').canceled).toHaveLength(1);
    expect(own('stands-first')?.canceled ?? []).toEqual([]);
    expect(stamping.pacs.map(({ canceled }) => canceled.length)).toEqual(asked);
  });
});

/** Returns the accounts in the form in which the service reads them. */
const accountsOf = (context: CallContext) =>
  createRun(stamping.service.runtime, context).step(pacAccountsOf);

describe('credentials', () => {
  it('new credentials replace the old credentials and are used within half a minute', async () => {
    const { context, documentRef } = await newStampable(stamping);
    await put(context, accountOf('rotating'));
    await stamp(stamping, stampKey(context), documentRef);
    await put(context, accountOf('rotating', { password: 'the new one' }));
    moveClock(stamping, 31);
    const next = await newDraft(stamping, context, { items: [newItem()] });
    await stamp(stamping, stampKey(context), next.documentRef);
    const used = stamping.own.opened.map(({ password }) => password);
    expect(used.slice(-2)).toEqual(['word of rotating', 'the new one']);
    const old = await stamping.service.rows(
      'select 1 from secrets s where org_id = $1 and not exists (select from pac_accounts a where a.secret_id = s.id) and not exists (select from certificates c where c.secret_id = s.id)',
      [context.organizationId],
    );
    expect(old).toEqual([]);
  });

  it('credentials of PAC accounts are not in plain text in any column of any table', async () => {
    const { context } = await newStampable(stamping);
    await put(context, accountOf('hidden', { user: 'user-in-clear', password: 'word-in-clear' }));
    const rows = await stamping.service.rows<{ row: string }>(
      `select to_jsonb(a)::text as row from pac_accounts a
       union all select to_jsonb(s)::text from secrets s
       union all select to_jsonb(o)::text from outbox o`,
    );
    const all = rows.map(({ row }) => row).join('\n');
    expect(all).toContain('"hidden"');
    for (const word of ['user-in-clear', 'word-in-clear']) {
      expect(all).not.toContain(word);
      expect(all).not.toContain(Buffer.from(word).toString('hex'));
    }
  });

  it('key rotation rewraps the credentials of PAC accounts together with the private keys of certificates', async () => {
    const { context } = await newStampable(stamping);
    await put(context, accountOf('rewrapped'));
    const file = { one: Buffer.alloc(32, 1).toString('base64') };
    const box = secretBox(localKms(keyFile(['other'], { ...file, other: file.one })));
    const pool = testPool(stamping.service.database.systemUrl, 1);
    const due = await stamping.service.rows('select from secrets');
    // A key file without the old key cannot unwrap the secrets. The error proves that the key rotation
    // includes the secrets of PAC accounts.
    await expect(rewrapSecrets(pool, box, secretsOfOrganizations)).rejects.toThrow(/no key "one"/);
    await pool.end();
    expect(due.length).toBeGreaterThan(1);
  });

  it('credentials of PAC accounts are visible only to their own organization', async () => {
    const { context } = await newStampable(stamping);
    await put(context, accountOf('private'));
    const sql = 'select name from pac_accounts';
    const seenBy = (organizationId: string | undefined) =>
      stamping.service.asOrganization(organizationId, sql);
    expect(await seenBy(context.organizationId)).toEqual([{ name: 'private' }]);
    expect(await seenBy(newId())).toEqual([]);
    expect(await seenBy(undefined)).toEqual([]);
  });
});

describe('the command pac-accounts', () => {
  const command = (context: { organizationId: string }, accounts?: unknown) => {
    const file = join(mkdtempSync(join(tmpdir(), 'timbre-pacs-')), 'accounts.json');
    if (accounts !== undefined) writeFileSync(file, JSON.stringify(accounts));
    const { secrets } = stamping;
    const runtime = { ...operatorRuntime(stamping), providers: { secrets } };
    const parse = (text: string) => readSettings({ file: pacsSettings }, { file: text }).file;
    const given = accounts === undefined ? [] : ['--file', file];
    return runPacAccounts(runtime, ['--organization', context.organizationId, ...given], parse);
  };

  it('the command pac-accounts stores the accounts of a file and prints them without credentials', async () => {
    const { context } = await newStampable(stamping);
    const { organizationId } = context;
    const printed = await command(context, [accountOf('b'), accountOf('a', { kind: 'finkok' })]);
    expect(printed).not.toContain('word of');
    const baseUrl = 'https://pac.test';
    const accounts = [
      { name: 'b', kind: 'sw', baseUrl, position: 0 },
      { name: 'a', kind: 'finkok', baseUrl, position: 1 },
    ];
    expect(JSON.parse(printed)).toEqual({ organizationId, accounts });
    expect(await command(context)).toBe(printed);
    expect(JSON.parse(await command(context, [])).accounts).toEqual([
      { ...accounts[1], position: null },
      { ...accounts[0], position: null },
    ]);
  });

  it('the command pac-accounts refuses another kind of PAC under an existing name, and changes nothing', async () => {
    const { context } = await newStampable(stamping);
    const before = await command(context, [accountOf('kept')]);
    const changed = [accountOf('new'), accountOf('kept', { kind: 'finkok' })];
    await expect(command(context, changed)).rejects.toMatchObject({
      details: { reason: 'pac_account_kind_changed' },
    });
    expect(await command(context)).toBe(before);
  });

  it('the command pac-accounts lists the errors of a file without printing its passwords', async () => {
    const { context } = await newStampable(stamping);
    const bad = [{ ...accountOf('x'), baseUrl: 'nowhere' }];
    const error = await command(context, bad).catch((fault: Error) => fault);
    expect(String(error)).toContain('file.0.baseUrl');
    expect(String(error)).not.toContain('word of');
  });

  it('the command pac-accounts refuses an organization without a fiscal profile and a mistyped identifier', async () => {
    await expect(command({ organizationId: newId() }, [])).rejects.toMatchObject({
      details: { reason: 'organization_unknown' },
    });
    await expect(command({ organizationId: 'x' }, [])).rejects.toMatchObject({
      code: 'validation_error',
    });
  });
});
