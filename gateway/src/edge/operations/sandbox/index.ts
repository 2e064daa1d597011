import { advanceSandboxClock } from './advance-sandbox-clock';
import { createSandboxCertificate } from './create-sandbox-certificate';
import { downloadSandboxMailFile } from './download-sandbox-mail-file';
import { getSandboxMail } from './get-sandbox-mail';
import { listSandboxMails } from './list-sandbox-mails';
import { listSandboxScenarios } from './list-sandbox-scenarios';
import { putSandboxScenario } from './put-sandbox-scenario';

export const sandbox = [
  advanceSandboxClock,
  createSandboxCertificate,
  downloadSandboxMailFile,
  getSandboxMail,
  listSandboxMails,
  listSandboxScenarios,
  putSandboxScenario,
];
