// `node scripts/error-catalogue.mjs`: writes docs/errors.md and the list of its codes. A tidy test
// fails if the document or the list is outdated.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  catalogueFile,
  errorCatalogue,
  wordsFile,
  wordsModule,
} from './runtime/error-catalogue.mjs';
import { root } from './runtime/paths.mjs';
import { runScript } from './setup.mjs';

await runScript(import.meta.url, async () => {
  writeFileSync(join(root, catalogueFile), errorCatalogue());
  writeFileSync(join(root, wordsFile), wordsModule());
  return 0;
});
