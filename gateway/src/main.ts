import '@timbre/kit/telemetry';
import { runService } from '@timbre/kit';
import { createEdge } from './edge/edge';
import { calls } from './edge/services';
import { operatorCommands } from './identity/commands/operator';
import { fiscalProfileConsumer } from './identity/events/on-fiscal-profile';
import { webhookDisabledConsumer } from './identity/events/on-webhook-disabled';
import { createExpiryJob } from './identity/jobs/announce-expiry';
import { createClearing } from './identity/jobs/clear-logins';
import { createEndJob, createResumeJob } from './identity/jobs/follow-approvals';
import { createActivityDays } from './identity/jobs/keep-activity-days';
import { createMailJob } from './identity/jobs/send-mails';
import { identityProviders } from './identity/rpc/providers';
import { entities } from './identity/store/entities';
import { memberConstraints } from './identity/store/members';
import { migrations } from './identity/store/migrations';
import { publicBody } from './identity/store/public-events';
import { secretsOfUsers } from './identity/store/second-factors';
import { gatewaySettings } from './settings';

const edge = createEdge();

/**
 * Runs the gateway as a service: identity with its database, and the edge, which calls identity
 * within the process.
 */
void runService('gateway', {
  entities,
  migrations,
  constraints: memberConstraints,
  settings: gatewaySettings,
  calls,
  providers: (opened) => identityProviders(opened, edge.actions),
  listen: edge.listen,
  consumers: [fiscalProfileConsumer, webhookDisabledConsumer],
  jobs: [
    createMailJob,
    createExpiryJob,
    createEndJob,
    createResumeJob,
    createActivityDays,
    createClearing,
  ],
  publicBody,
  ages: ['activity_hours', 'limit_uses'],
  commands: operatorCommands,
  keepsSecrets: secretsOfUsers,
});
