// `node scripts/architecture-tables.mjs`: writes docs/events.md, docs/connections.md and the README of the
// Helm chart. A tidy test fails if one of these documents is outdated.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  connectionsFile,
  connectionTable,
  eventsFile,
  eventTable,
} from './runtime/architecture-tables.mjs';
import { chartReadme, chartReadmeFile } from './runtime/chart-readme.mjs';
import { root } from './runtime/paths.mjs';
import { runScript } from './setup.mjs';

await runScript(import.meta.url, async () => {
  writeFileSync(join(root, eventsFile), eventTable());
  writeFileSync(join(root, connectionsFile), connectionTable());
  writeFileSync(join(root, chartReadmeFile), chartReadme());
  return 0;
});
