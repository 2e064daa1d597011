// Derives the rpcs that the gateway calls, with their permissions, from the gateway's operations and the rpcs
// of the services: packages/contract/src/gateway-rpcs.ts.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { services } from './services.mjs';

export const gatewayRpcsFile = 'packages/contract/src/gateway-rpcs.ts';

/**
 * Returns the text of the files of a pattern.
 * @param {string} pattern
 */
const textsOf = (pattern) =>
  globSync(pattern, { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted()
    .map((file) => readFileSync(join(root, file), 'utf8'));

/**
 * Returns the names of a service's rpcs, as the generated code spells them.
 * @param {string} service
 */
export function rpcsOf(service) {
  const folder = service.replaceAll('-', '_');
  const rpcs = textsOf(`proto/${folder}/v1/*.proto`).flatMap((text) => [
    ...text.matchAll(/^\s*rpc (\w)(\w*)\(/gm),
  ]);
  return rpcs.map(([, first = '', rest = '']) => first.toLowerCase() + rest).toSorted();
}

/**
 * Returns the rpcs of a service that the source of a process calls.
 * @param {string} folder the folder of the calling process
 * @param {string} called
 */
export function calledRpcs(folder, called) {
  const text = textsOf(`${folder}/src/**/*.ts`).join('\n');
  return rpcsOf(called).filter((rpc) => new RegExp(`\\.${rpc}\\b`).test(text));
}

/**
 * Returns the operations of a file of the gateway, each with its permissions as its row spells them.
 * @param {string} text
 */
const rowsIn = (text) =>
  [...text.matchAll(/\bid: '(\w+)',[\s\S]*?\bpermissions: (\[[^\]]*\])/g)].map(
    ([, id = '', permissions = '']) => ({ id, permissions }),
  );

/**
 * Returns the source of the table. An rpc needs the permissions of the operation with its name, or of the
 * only operation that calls it. Every other rpc needs none: pages without a login call it, or it is a step of
 * several operations.
 */
export function gatewayRpcTable() {
  const rows = textsOf('gateway/src/edge/operations/*/*.ts').flatMap(rowsIn);
  const permissions = new Map(rows.map((row) => [row.id, row.permissions]));
  const files = textsOf('gateway/src/**/*.ts');
  /** @param {string} rpc */
  const permissionsOf = (rpc) => {
    const own = permissions.get(rpc);
    if (own !== undefined) return own;
    const callers = files.filter((text) => new RegExp(`\\.${rpc}\\b`).test(text));
    const [row, another] = callers.flatMap(rowsIn);
    return callers.length === 1 && row && !another ? row.permissions : '';
  };
  const { calls = [] } = services.find(({ name }) => name === 'gateway') ?? {};
  const tables = calls.map((called) => {
    const rpcs = calledRpcs('gateway', called).map((rpc) => {
      const names = [...permissionsOf(rpc).matchAll(/'[^']*'/g)].map(([name]) => name);
      return `    ${rpc}: [${names.join(', ')}],\n`;
    });
    return `  ${called.includes('-') ? `'${called}'` : called}: {\n${rpcs.join('')}  },\n`;
  });
  return `/**
 * The rpcs that the gateway calls at each service, with the permissions that the context must have.
 * Written by \`node scripts/architecture-tables.mjs\` from the gateway's operations.
 */
export const gatewayRpcs = {
${tables.join('')}} as const;
`;
}
