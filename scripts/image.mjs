// Prints the start script of the container image. `start PROCESS [arguments]` runs a process of services.json
// with its defaults. The health check of the image cannot know which process a container runs, so `start
// healthy [PID]` reads the port from the environment of the container's first process.
import { services } from './runtime/services.mjs';

const isHealthy =
  'fetch(`http://127.0.0.1:${process.env.TIMBRE_HEALTH_PORT ?? process.env.TIMBRE_HTTP_PORT}/healthz`)' +
  '.then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))';

/** @param {import('./runtime/services.mjs').Service} service */
function branchOf({ name, folder, ports, keepsFiles, nodeFlags = [] }) {
  const defaults = {
    OTEL_SERVICE_NAME: name,
    ...(keepsFiles ? { TIMBRE_DATA_DIR: '/data' } : {}),
    ...Object.fromEntries(
      Object.entries(ports).map(([kind, port]) => [`TIMBRE_${kind.toUpperCase()}_PORT`, port]),
    ),
  };
  return [
    `${name})`,
    ...Object.entries(defaults).map(
      ([variable, value]) => `  export ${variable}="\${${variable}:-${value}}"`,
    ),
    `  exec ${['node', ...nodeFlags].join(' ')} "\${0%/*}/${folder}/dist/main.js" "$@";;`,
  ].join('\n');
}

console.log(`#!/bin/sh
process="\${1:-}"
[ $# = 0 ] || shift
case "$process" in
${services.map(branchOf).join('\n')}
healthy)
  # The image has no curl, so Node checks the health.
  exec env $(tr '\\0' '\\n' < "/proc/\${1:-1}/environ" | grep '^TIMBRE_H.*_PORT=') node -e '${isHealthy}';;
esac
echo 'start PROCESS [arguments]: ${services.map(({ name }) => name).join(', ')}' >&2
exit 64`);
