import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Problem {
  severity: 'error' | 'warn';
  rule: string;
  message: string;
  at: string;
}

/**
 * Returns the problems of an OpenAPI document. The linter runs in a separate process, because it is
 * an ES module and Jest loads modules as CommonJS.
 */
export function problemsOf(document: object): Problem[] {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const script = join(__dirname, 'lint-openapi.mjs');
    return JSON.parse(
      execFileSync(process.execPath, [script, file], { encoding: 'utf8' }),
    ) as Problem[];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
