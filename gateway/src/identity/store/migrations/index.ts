import { claimDueWork, CompressReplies, type MigrationList } from '@timbre/kit';
import { CreateOrganizations } from './0001-organizations';
import { CreateMembers } from './0003-members';
import { AddCredentialFamilies } from './0004-credential-families';
import { AddActivityChannel } from './0015-activity-channel';
import { CreateOAuth } from './0016-oauth';
import { PartActivityByDay } from './0020-activity-by-day';
import { AddCredentialLimits } from './0025-credential-limits';
import { CreateApprovals } from './0026-approvals';
import { AddSandboxClock } from './0027-sandbox-clock';
import { GuardPayrollApprovals } from './0028-payroll-approvals';
import { TieCredentials } from './0029-credentials-of-members';
import { EndCredentialsOfFormerMembers } from './0030-credentials-of-former-members';
import { RememberLoginMails } from './0031-login-mails';
import { AddTimeZone } from './0032-time-zone';
import { AddSummariesInSpanish } from './0033-summaries-in-spanish';
import { TieInvitations } from './0034-invitations-of-members';

export const migrations: MigrationList[] = [
  { name: '0001-organizations', class: CreateOrganizations },
  { name: '0002-replies', class: CompressReplies },
  { name: '0003-members', class: CreateMembers },
  { name: '0004-credential-families', class: AddCredentialFamilies },
  { name: '0015-activity-channel', class: AddActivityChannel },
  { name: '0016-oauth', class: CreateOAuth },
  { name: '0020-activity-by-day', class: PartActivityByDay },
  { name: '0025-credential-limits', class: AddCredentialLimits },
  { name: '0026-approvals', class: CreateApprovals },
  { name: '0027-sandbox-clock', class: AddSandboxClock },
  { name: '0028-payroll-approvals', class: GuardPayrollApprovals },
  { name: '0029-credentials-of-members', class: TieCredentials },
  { name: '0030-credentials-of-former-members', class: EndCredentialsOfFormerMembers },
  { name: '0031-login-mails', class: RememberLoginMails },
  { name: '0032-time-zone', class: AddTimeZone },
  { name: '0033-summaries-in-spanish', class: AddSummariesInSpanish },
  { name: '0034-invitations-of-members', class: TieInvitations },
  { name: '0035-job-claims', class: claimDueWork('gateway') },
];
