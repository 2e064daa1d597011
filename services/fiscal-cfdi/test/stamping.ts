import { newId, type CallContext, type Refusal, localKms, secretBox } from '@timbre/kit';
import { serviceRuntime, withKey, type ServiceRuntime, testPool } from '@timbre/testkit';
import { pinOf, type PacCredentials, type StoredPacAccount } from '../src/domain/stamping/pac';
import type { SecretBox, Signer } from '../src/domain/ports';
import type {
  SatQuery,
  SatStatusOutcome,
  SatStatusService,
} from '../src/domain/cancelling/sat-status';
import { createStampReconciler } from '../src/jobs/reconcile-stamps';
import { createSeries } from '../src/operations/create-series';
import { stampCfdi } from '../src/operations/stamp-cfdi';
import { uploadCertificate } from '../src/operations/upload-certificate';
import { keyOpener } from '../src/providers/key-opener';
import { createPacDirectory } from '../src/providers/pac-directory';
import { createSigner } from '../src/providers/signer';
import { trustedAuthorities } from '../src/providers/trusted-authorities';
import { constraints } from '../src/store/constraints';
import { entities } from '../src/store/entities';
import { migrations } from '../src/store/migrations';
import {
  customItem,
  FakeCommerce,
  FakePayroll,
  newDraft,
  newOrganization,
  newReader,
  type Cfdi,
} from './cfdi';
import { FakePac } from './fake-pac';
import { keyFile } from './fiscal-cfdi';
import { testAuthority, type TestCertificate } from './test-authority';

type Row = Record<string, unknown>;

export interface Stamping extends Cfdi {
  service: ServiceRuntime<never>;
  pacs: [FakePac, FakePac];
  /**
   * The fake PACs for the organizations' own accounts, keyed by the name that attempts store.
   */
  own: OwnPacs;
  csd: TestCertificate;
  /** Issues another certificate for the same taxpayer. */
  mint(): Promise<TestCertificate>;
  secrets: SecretBox;
  signer: Signer;
  sat: FakeSat;
  /** The simulated number of milliseconds by which this host's clock is ahead of the PACs' clocks. */
  clock: { aheadMs: number };
  /** Runs the reconciler once, as another process would. */
  reconcile(): Promise<void>;
  close(): Promise<void>;
}

/** Opens an in-memory PAC for each account of an organization, and records the credentials. */
class OwnPacs extends Map<string, FakePac> {
  readonly opened: PacCredentials[] = [];

  constructor(private readonly secrets: SecretBox) {
    super();
  }

  open = async (account: StoredPacAccount): Promise<FakePac> => {
    const plaintext = await this.secrets.open(account.secret);
    this.opened.push(JSON.parse(plaintext.toString()) as PacCredentials);
    const name = pinOf(account);
    const pac = this.get(name) ?? new FakePac(name);
    this.set(name, pac);
    return pac;
  };
}

/**
 * A fake of the SAT's status service. A test sets the response of this fake, which at first finds no
 * document.
 */
class FakeSat implements SatStatusService {
  /**
   * The documents that were queried: a CFDI by its printed expression, a withholding document by its UUID.
   */
  readonly asked: string[] = [];
  answer: SatStatusOutcome = { outcome: 'not_found' };
  consult = (query: SatQuery) => {
    this.asked.push(query.kind === 'cfdi' ? query.expression : query.uuid);
    return Promise.resolve(this.answer);
  };
  shows(isCanceled: boolean, cancellation = ''): void {
    this.answer = { outcome: 'found', isCanceled, cancellation };
  }
}

/**
 * Starts the service with its own database, certificates and two in-memory PACs, so that tests can stamp
 * drafts.
 */
export async function startStamping(poolSize = 16): Promise<Stamping> {
  const authority = await testAuthority();
  const secrets = secretBox(localKms(keyFile(['one'])));
  const fakes = { commerce: new FakeCommerce(), payroll: new FakePayroll() };
  const pacs: Stamping['pacs'] = [new FakePac('first'), new FakePac('second')];
  const own = new OwnPacs(secrets);
  const signer = createSigner(secrets);
  const sat = new FakeSat();
  const clock = { aheadMs: 0 };
  const isTrusted = trustedAuthorities(authority.bundleFile);
  const providers = {
    ...fakes,
    secrets,
    signer,
    openKey: keyOpener(),
    isTrusted,
    pacNames: [],
    pacs: createPacDirectory(pacs, own.open, () => service.runtime.now().getTime()),
    clock: { skewMs: () => Promise.resolve(clock.aheadMs) },
    satStatus: sat,
    importReader: newReader(),
  } as never;
  const parts = { service: 'fiscal_cfdi', entities, migrations, constraints, providers, poolSize };
  const service: ServiceRuntime<never> = await serviceRuntime<never>(parts);
  const systemPool = testPool(service.database.systemUrl, 1);
  const csd = await authority.mint();
  const runtime = service.runtime as unknown as Parameters<
    typeof createStampReconciler
  >[0]['runtime'];
  return {
    service,
    ...fakes,
    pacs,
    own,
    secrets,
    csd,
    signer,
    sat,
    clock,
    mint: () => authority.mint(),
    async reconcile() {
      const reconciler = createStampReconciler({ runtime, systemPool });
      await reconciler.pass();
      await reconciler.stop();
    },
    async close() {
      await systemPool.end();
      await service.close();
    },
  };
}

/** Creates an organization that can stamp income documents, with folios of series A from 1. */
export async function newIssuer(stamping: Stamping): Promise<CallContext> {
  const context = await newOrganization(stamping);
  await stamping.service.answer(uploadCertificate as never, context, stamping.csd as never);
  const series = { code: 'A', kind: 'income' };
  await stamping.service.answer(createSeries as never, context, series as never);
  return context;
}

/**
 * Returns an item with a unique description. The issuers in these tests share a key, so equal documents
 * would have equal seals.
 */
export const newItem = () => ({ ...customItem, description: `Consultoría ${newId()}` });

/** Creates an issuer with a draft that can be stamped. */
export async function newStampable(stamping: Stamping) {
  const context = await newIssuer(stamping);
  const { documentRef } = await newDraft(stamping, context, { items: [newItem()] });
  return { context, documentRef };
}

const route = 'POST /v1/cfdi/{documentRef}/stamp';

/**
 * Returns the caller's context with an idempotency key for stamping. A call with this context waits for the
 * stamp as long as a call of a real client.
 */
export const stampKey = (context: CallContext, key?: string, body?: string): CallContext => ({
  ...withKey(context, route, key, body),
  deadlineMs: Date.now() + 28_000,
});

/**
 * Returns the caller's context with a very short waiting time. The context keeps its key, or gets a new
 * key.
 */
export const hasty = (context: CallContext): CallContext => ({
  ...context,
  deadlineMs: Date.now() + 1_200,
});

/** Stamps a document under the key of the context. */
export function stamp(
  { service }: Stamping,
  context: CallContext,
  documentRef: string,
): Promise<Row> {
  return service.answer(stampCfdi as never, context, { documentRef } as never);
}

/** Tries to stamp a document, which must be refused, and returns the refusal. */
export const stampRefused = (
  stamping: Stamping,
  context: CallContext,
  documentRef: string,
): Promise<Refusal> =>
  stamp(stamping, context, documentRef).then(
    (answer) => Promise.reject(new Error(`stamped: ${JSON.stringify(answer).slice(0, 200)}`)),
    (error: Refusal) => error,
  );

const idIn = (documentRef: string): string => documentRef.slice(5);

/** Reads the document's row and its attempts, the oldest attempt first. */
export async function stateOf({ service }: Stamping, documentRef: string) {
  const values = [idIn(documentRef)];
  const [cfdi] = await service.rows('select * from cfdi where id = $1', values);
  const sql = 'select * from stamp_attempts where cfdi_id = $1 order by id';
  return { cfdi: cfdi!, attempts: await service.rows(sql, values) };
}

/** Sets the clock to the given number of seconds after the start of the test. */
export function moveClock({ service }: Stamping, seconds: number): void {
  service.setClock(new Date(clockStartMs + seconds * 1_000).toISOString());
}

const clockStartMs = Date.parse('2026-11-21T15:00:00.000Z');

/** Waits until the document's last attempt has the given state after the given number of lookups. */
export async function reached(
  stamping: Stamping,
  documentRef: string,
  state: string,
  checks = 0,
): Promise<void> {
  for (;;) {
    const { attempts } = await stateOf(stamping, documentRef);
    const last = attempts.at(-1);
    if (last?.['state'] === state && Number(last['checks']) >= checks) return;
  }
}

/** Stamps a document with a very short waiting time at a PAC whose response is lost. */
export async function loseStamp(
  stamping: Stamping,
  context: CallContext,
  documentRef: string,
): Promise<Refusal> {
  const refusal = await stampRefused(stamping, hasty(context), documentRef);
  await reached(stamping, documentRef, 'unknown', 1);
  return refusal;
}

/** Reads the subjects of the document's events from the outbox. */
export async function eventsOf({ service }: Stamping, documentRef: string): Promise<string[]> {
  const sql = 'select subject from outbox where aggregate_id = $1 order by id';
  const rows = await service.rows<{ subject: string }>(sql, [idIn(documentRef)]);
  return rows.map(({ subject }) => subject.split('.').at(-1)!);
}
