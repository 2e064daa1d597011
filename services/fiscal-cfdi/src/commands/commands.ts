import {
  createLogger,
  createSystemPool,
  commandAcquireMs,
  localKms,
  operatorCommand,
  readSettings,
  secretBox,
  serviceSettings,
  type Runtime,
} from '@timbre/kit';
import {
  authoritySettings,
  fiscalSettings,
  knownPacs,
  openAuthorities,
  pacCertificateSettings,
  stampPriceOf,
} from '../settings';
import { issuingOrganizations } from '../store/recovery/known-stamps';
import { runAhead } from './ahead';
import { runForgetSuppression } from './forget-suppression';
import { runPacAccounts } from './pac-accounts';
import { runSettleStamp } from './settle-stamp';
import { runTopUp } from './top-up-wallet';
import { xmlFiles } from './xml-files';

/**
 * Wraps a command that an operator runs for one organization. The wrapped command prints the text
 * that `work` returns.
 */
const printed = (work: (runtime: Runtime, args: string[]) => Promise<string>) =>
  operatorCommand({
    work: async ({ runtime, args, write }) => write(await work(runtime as Runtime, args)),
  });

const { TIMBRE_ENCRYPTION_KEY_FILE, TIMBRE_PACS } = fiscalSettings;
const { TIMBRE_STAMP_PRICE_MINOR, TIMBRE_TOP_UP_URL } = fiscalSettings;

/** Replaces or lists the PAC accounts of one organization. */
const pacAccounts = operatorCommand({
  settings: { TIMBRE_ENCRYPTION_KEY_FILE },
  async work({ runtime, settings, args, write }) {
    const secrets = secretBox(localKms(settings.TIMBRE_ENCRYPTION_KEY_FILE));
    const parse = (text: string) => readSettings({ file: TIMBRE_PACS }, { file: text }).file;
    write(await runPacAccounts({ ...runtime, providers: { secrets } }, args, parse));
  },
});

/** Finds and stores what was stamped and canceled after the point to which the database was restored. */
const ahead = operatorCommand({
  settings: {
    ...authoritySettings,
    TIMBRE_STAMP_PRICE_MINOR,
    TIMBRE_TOP_UP_URL,
    TIMBRE_SYSTEM_DATABASE_URL: serviceSettings.TIMBRE_SYSTEM_DATABASE_URL,
  },
  work({ runtime, settings, lifetime, args, write }) {
    const providers = openAuthorities(settings, lifetime);
    const url = settings.TIMBRE_SYSTEM_DATABASE_URL;
    const logger = createLogger('fiscal-cfdi', 'error');
    const pool = createSystemPool({ url, acquireTimeoutMs: commandAcquireMs }, 'ahead', logger);
    lifetime.closes('system pool', () => pool.end());
    const stampPrice = stampPriceOf(settings);
    return runAhead({ ...runtime, providers: { ...providers, stampPrice } }, args, {
      organizations: () => issuingOrganizations(pool),
      files: xmlFiles,
      write,
      progress: (text) => void process.stderr.write(`${text}\n`),
    });
  },
});

/** The commands that an operator can run with `/app/start fiscal-cfdi`. */
export const commands = {
  ahead,
  'wallet-top-up': printed(runTopUp),
  'forget-suppression': printed(runForgetSuppression),
  'settle-stamp': printed((runtime, args) =>
    runSettleStamp(runtime, args, knownPacs(readSettings(pacCertificateSettings))),
  ),
  'pac-accounts': pacAccounts,
};
