import { Approval } from './approvals';
import { CredentialEntity } from './credentials';
import { Letter } from './letters';
import { Member } from './members';
import { Organization } from './organizations';

/** All entities of the gateway. */
export const entities = [Organization, CredentialEntity, Member, Letter, Approval];
