// `node scripts/architecture-tables.mjs`: writes docs/events.md and docs/connections.md. A tidy
// test fails if one of these documents is outdated.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  connectionsFile,
  connectionTable,
  eventsFile,
  eventTable,
} from './runtime/architecture-tables.mjs';
import { root } from './runtime/paths.mjs';
import { runScript } from './setup.mjs';

await runScript(import.meta.url, async () => {
  writeFileSync(join(root, eventsFile), eventTable());
  writeFileSync(join(root, connectionsFile), connectionTable());
  return 0;
});
