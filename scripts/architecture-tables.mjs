// `node scripts/architecture-tables.mjs`: writes docs/events.md, docs/connections.md, the README of the Helm
// chart, the users of NATS and the rpcs that the gateway calls. A test fails if one of these files is outdated.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  connectionsFile,
  connectionTable,
  eventsFile,
  eventTable,
} from './runtime/architecture-tables.mjs';
import { chartReadme, chartReadmeFile } from './runtime/chart-readme.mjs';
import { gatewayRpcsFile, gatewayRpcTable } from './runtime/gateway-rpcs.mjs';
import { natsUsers } from './runtime/nats-permissions.mjs';
import { natsUsersFile } from './runtime/nats-users.mjs';
import { root } from './runtime/paths.mjs';
import { runScript } from './setup.mjs';

await runScript(import.meta.url, async () => {
  writeFileSync(join(root, eventsFile), eventTable());
  writeFileSync(join(root, connectionsFile), connectionTable());
  writeFileSync(join(root, chartReadmeFile), chartReadme());
  writeFileSync(join(root, natsUsersFile), await natsUsers());
  writeFileSync(join(root, gatewayRpcsFile), gatewayRpcTable());
  return 0;
});
