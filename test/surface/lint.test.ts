import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '../../gateway/src/edge/operations';
import { openApiDocument } from '../../gateway/src/edge/openapi/document';

interface Problem {
  severity: 'error' | 'warn';
  rule: string;
  message: string;
  at: string;
}

/** Lints in a separate process, because the linter is an ES module and jest's modules are CommonJS. */
function problemsOf(document: object): Problem[] {
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

const description = () => openApiDocument(operations, 'https://api.example');

describe('the description', () => {
  it('the description passes the OpenAPI linter', () => {
    expect(problemsOf(description()).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('the description with a fault fails the linter', () => {
    const broken = JSON.parse(JSON.stringify(description())) as { paths: Record<string, object> };
    broken.paths['/v1/{nowhere}'] = { get: { operationId: 'getContact', responses: {} } };
    const rules = problemsOf(broken).map(({ rule }) => rule);
    expect(rules).toEqual(
      expect.arrayContaining(['operation-operationId-unique', 'path-parameters-defined']),
    );
  });
});
