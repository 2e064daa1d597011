import { localKms, operatorCommand, readSettings, secretBox, type Runtime } from '@timbre/kit';
import { fiscalSettings, knownPacs, pacCertificateSettings } from '../settings';
import { runForgetSuppression } from './forget-suppression';
import { runPacAccounts } from './pac-accounts';
import { runSettleStamp } from './settle-stamp';
import { runTopUp } from './top-up-wallet';

/**
 * Wraps a command that an operator runs for one organization. The wrapped command prints the text
 * that `work` returns.
 */
const printed = (work: (runtime: Runtime, args: string[]) => Promise<string>) =>
  operatorCommand({
    work: async ({ runtime, args, write }) => write(await work(runtime as Runtime, args)),
  });

const { TIMBRE_ENCRYPTION_KEY_FILE, TIMBRE_PACS } = fiscalSettings;

/** Replaces or lists the PAC accounts of one organization. */
const pacAccounts = operatorCommand({
  settings: { TIMBRE_ENCRYPTION_KEY_FILE },
  async work({ runtime, settings, args, write }) {
    const secrets = secretBox(localKms(settings.TIMBRE_ENCRYPTION_KEY_FILE));
    const parse = (text: string) => readSettings({ file: TIMBRE_PACS }, { file: text }).file;
    write(await runPacAccounts({ ...runtime, providers: { secrets } }, args, parse));
  },
});

/** The commands that an operator can run with `/app/start fiscal-cfdi`. */
export const commands = {
  'wallet-top-up': printed(runTopUp),
  'forget-suppression': printed(runForgetSuppression),
  'settle-stamp': printed((runtime, args) =>
    runSettleStamp(runtime, args, knownPacs(readSettings(pacCertificateSettings))),
  ),
  'pac-accounts': pacAccounts,
};
