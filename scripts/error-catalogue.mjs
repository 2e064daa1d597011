// `node scripts/error-catalogue.mjs`: writes docs/errors.md; a tidy test fails while it is not current.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueFile, errorCatalogue } from './runtime/error-catalogue.mjs';
import { root } from './runtime/paths.mjs';
import { runScript } from './setup.mjs';

await runScript(import.meta.url, async () => {
  writeFileSync(join(root, catalogueFile), errorCatalogue());
  return 0;
});
