import { createCredential } from './create-credential';
import { getCredential } from './get-credential';
import { getCurrentCredential } from './get-current-credential';
import { listCredentials } from './list-credentials';
import { revokeCredential } from './revoke-credential';
import { rotateCredential } from './rotate-credential';

export const credentials = [
  createCredential,
  getCurrentCredential,
  getCredential,
  listCredentials,
  rotateCredential,
  revokeCredential,
];
