// `node lint-openapi.mjs <file>`: prints the problems of an OpenAPI document as JSON.
import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const file = process.argv[2] ?? '';
const config = await createConfig({ extends: ['recommended'] });
const source = readFileSync(file, 'utf8');
const problems = await lintFromString({ source, absoluteRef: file, config });
const told = problems.map(({ severity, ruleId, message, location }) => ({
  severity,
  rule: ruleId,
  message,
  at: location[0]?.pointer,
}));
process.stdout.write(JSON.stringify(told));
