import { Approval } from './approvals';
import { ConnectedApplication } from './connected-applications';
import { CredentialEntity } from './credentials';
import { LimitUse } from './limit-uses';
import { Mail } from './mails';
import { Member } from './members';
import { Organization } from './organizations';
import { Activity, ActivityHour } from './activity';
import { LoginCode, LoginMail } from './login-codes';
import { OauthKey } from './oauth-keys';
import { OauthRecord } from './oauth-records';
import { RateLimit } from './rate-store';
import { RecoveryCode, SecondFactor } from './second-factors';
import { User, UserIdentity } from './users';

/** All ORM entities of the gateway. */
export const entities = [
  Activity,
  ActivityHour,
  Approval,
  ConnectedApplication,
  CredentialEntity,
  LimitUse,
  LoginCode,
  LoginMail,
  Mail,
  Member,
  OauthKey,
  OauthRecord,
  Organization,
  RateLimit,
  RecoveryCode,
  SecondFactor,
  User,
  UserIdentity,
];
