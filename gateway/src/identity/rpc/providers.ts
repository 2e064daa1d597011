import { newId, type CallContext, type Lifetime, type Logger } from '@timbre/kit';
import type { Pool } from 'pg';
import { createInvitationLinks } from '../domain/invitation-links';
import { publicUrlOf } from '../domain/public-url';
import { createCodeOf } from '../oauth/login-codes';
import { loadCredential } from '../store/credentials';
import { createAuthenticator, type Authenticator } from '../workflows/authenticate';
import { createPrincipals, type Principals } from '../workflows/principals';
import type { ApprovedActions, MailProviders, Mailer } from '../workflows/providers';
import { createActivityRecorder, type ActivityRecorder } from '../workflows/record-activity';
import { createSeals } from '../workflows/seals';
import { createKeySecret } from '../workflows/shown-key';
import type { IdentityProviders } from './service';

/** The process resources from which the providers are created. */
interface Opened {
  settings: {
    TIMBRE_ENVIRONMENT: CallContext['environment'];
    TIMBRE_CONTEXT_KEY: Buffer;
  } & Parameters<typeof publicUrlOf>[0];
  /** Clients of the services that identity calls. */
  clients: { fiscalCfdi: Mailer };
  systemPool: Pool;
  lifetime: Pick<Lifetime, 'closes'>;
  logger: Logger;
}

/** The providers of the operations, the jobs and the access checks. */
export interface ProcessProviders extends IdentityProviders, MailProviders {
  keys: Authenticator;
  principals: Principals;
  record: ActivityRecorder;
}

export function identityProviders(opened: Opened, actions: ApprovedActions): ProcessProviders {
  const { settings, clients, systemPool, lifetime, logger } = opened;
  const { TIMBRE_CONTEXT_KEY: contextKey, TIMBRE_ENVIRONMENT: environment } = settings;
  const invitations = createInvitationLinks(contextKey, publicUrlOf(settings));
  const load = loadCredential(systemPool);
  const keys = createAuthenticator({ environment, load, now: Date.now });
  const principals = createPrincipals(systemPool);
  const activity = createActivityRecorder(systemPool, newId, logger);
  lifetime.closes('activity', activity.stop);
  return {
    actions,
    seals: createSeals(contextKey),
    invitations,
    keySecret: createKeySecret(contextKey),
    forgetPrincipals(organizationId) {
      keys.forget(organizationId);
      principals.forget(organizationId);
    },
    mailer: clients.fiscalCfdi,
    mailSecrets: { links: invitations, codeOf: createCodeOf(contextKey) },
    keys,
    principals,
    record: activity.record,
  };
}
