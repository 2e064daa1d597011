import { Approval } from './approvals';
import { CredentialEntity } from './credentials';
import { Mail } from './mails';
import { Member } from './members';
import { Organization } from './organizations';

/** All entities of the gateway. */
export const entities = [Organization, CredentialEntity, Member, Mail, Approval];
