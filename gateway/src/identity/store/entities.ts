import { Approval } from './approvals';
import { ConnectedApplication } from './connected-applications';
import { CredentialEntity } from './credentials';
import { LimitUse } from './limit-uses';
import { Mail } from './mails';
import { Member } from './members';
import { Organization } from './organizations';

/** All entities of the gateway. */
export const entities = [
  Organization,
  CredentialEntity,
  Member,
  Mail,
  Approval,
  ConnectedApplication,
  LimitUse,
];
