import { query } from '@timbre/kit';
import { credentialResource } from '../store/credentials';

export const getCredential = query((read, { credentialId }: { credentialId: string }) =>
  read.resource(credentialResource, credentialId),
);
