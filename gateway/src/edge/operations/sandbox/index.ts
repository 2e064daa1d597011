import { advanceSandboxClock } from './advance-sandbox-clock';
import { createSandboxCertificate } from './create-sandbox-certificate';
import { listSandboxScenarios } from './list-sandbox-scenarios';

export const sandbox = [advanceSandboxClock, createSandboxCertificate, listSandboxScenarios];
