/** The identity service (organizations, members and credentials) as the edge uses it. */
export { createAccess, type AccessSettings } from './rpc/access';
export type { ProcessProviders } from './rpc/providers';
export { clientOf, type IdentityClient } from './rpc/service';
export { readNetwork } from './domain/addresses';
export type { CredentialLimits } from './domain/credential-limits';
export { invitationDigest } from './domain/invitation-links';
export { roleWords } from './domain/mail-words';
export { networkOf } from './domain/network';
export { hidesPayroll, sellerOf, type Caller, type Principal } from './domain/principal';
export { basePathOf, publicUrlOf, resourcePaths } from './domain/public-url';
export type { RateClass, Verdict } from './domain/quotas';
export type { AuthorizationServer } from './oauth';
export type { ResetFault } from './oauth/owners';
export type { FactorFault } from './oauth/second-factors';
export {
  authorizationPath,
  defaultScopes,
  interactionPath,
  lifetimes,
  registrationPath,
  type RenderError,
} from './oauth/provider';
export { callbackPath } from './oauth/upstream';
export type { Membership, OpenInvitation } from './domain/membership';
export { Proposed } from './operations/propose-action';
export { personContext } from './workflows/person-context';
export type { RateLimiter } from './workflows/rate-limiter';
export {
  recordHttpRequest,
  type ActivityRecorder,
  type Channel,
} from './workflows/record-activity';
export {
  forbidden,
  organizationArchived,
  requireOwner,
  requirePermissions,
} from './workflows/require-permissions';
export type { ApprovedActions } from './workflows/providers';
export type { KeptRequest } from './workflows/seals';
export { ofItsCaller } from './workflows/shown-key';
export { shown as shownAmount } from './workflows/uses';
