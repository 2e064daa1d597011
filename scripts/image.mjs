// The list of processes for the Dockerfile: `image.mjs` prints their names, `image.mjs NAME` prints the start
// script of one process.
import { services } from './runtime/services.mjs';

const isHealthy =
  'fetch(`http://127.0.0.1:${process.env.TIMBRE_HEALTH_PORT ?? process.env.TIMBRE_HTTP_PORT}/healthz`)' +
  '.then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))';

/** @param {import('./runtime/services.mjs').Service} service */
function startScript({ name, ports, keepsFiles, nodeFlags = [] }) {
  const defaults = {
    OTEL_SERVICE_NAME: name,
    ...(keepsFiles ? { TIMBRE_DATA_DIR: '/data' } : {}),
    ...Object.fromEntries(
      Object.entries(ports).map(([kind, port]) => [`TIMBRE_${kind.toUpperCase()}_PORT`, port]),
    ),
  };
  return [
    '#!/bin/sh',
    ...Object.entries(defaults).map(
      ([variable, value]) => `export ${variable}="\${${variable}:-${value}}"`,
    ),
    // The image has no curl, so Node checks the health.
    `[ "\${1:-}" != healthy ] || exec node -e '${isHealthy}'`,
    `exec ${['node', ...nodeFlags, 'dist/main.js'].join(' ')} "$@"`,
  ].join('\n');
}

const [, , name] = process.argv;
const service = services.find((one) => one.name === name);
if (name !== undefined && !service) throw new Error(`services.json has no ${name}`);
console.log(service ? startScript(service) : services.map((one) => one.name).join(' '));
