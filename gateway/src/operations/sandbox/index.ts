import { createSandboxCertificate } from './create-sandbox-certificate';
import { listSandboxScenarios } from './list-sandbox-scenarios';

export const sandbox = [createSandboxCertificate, listSandboxScenarios];
