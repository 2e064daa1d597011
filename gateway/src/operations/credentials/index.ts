import { createCredential } from './create-credential';
import { getCurrentCredential } from './get-current-credential';
import { listCredentials } from './list-credentials';
import { revokeCredential } from './revoke-credential';

export const credentials = [
  createCredential,
  getCurrentCredential,
  listCredentials,
  revokeCredential,
];
