// Derives the permissions of each process on NATS from the consumers that its code declares.
import { build } from 'esbuild';
import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';
import { natsOperator, natsProcesses, passwordVariable } from './nats-users.mjs';
import { root } from './paths.mjs';

/**
 * The names of NATS that packages/kit declares.
 * @typedef {object} Names
 * @property {(service: string) => string} streamOf
 * @property {string} advisoryStream
 * @property {string} advisoryOwner the process that creates the advisory stream
 *
 * A consumer that a process declares.
 * @typedef {{ name: string, stream: string, subject: string }} Consumer
 *
 * The permissions of a user: the subjects that it may publish, and the subjects to which it may subscribe.
 * @typedef {{ publish: string[], subscribe: string[] }} Permissions
 */

/**
 * Returns the permissions of a process: it publishes its own events, manages its own stream, and reads, creates
 * and acknowledges only the consumers that it declares.
 * @param {string} name
 * @param {Consumer[]} consumers
 * @param {Names} names
 * @returns {Permissions}
 */
function permissionsOf(name, consumers, { streamOf, advisoryStream, advisoryOwner }) {
  const own = streamOf(name);
  const owned = name === advisoryOwner ? [own, advisoryStream] : [own];
  const ofLetters = { name: `${name}-dead-letters`, stream: advisoryStream, subject: undefined };
  const read = [...new Set(consumers.map(({ stream }) => stream))].toSorted();
  return {
    subscribe: [`_INBOX.${name}.>`],
    publish: [
      `${own.toLowerCase()}.>`,
      ...owned.flatMap((stream) =>
        ['INFO', 'CREATE', 'UPDATE'].map((action) => `$JS.API.STREAM.${action}.${stream}`),
      ),
      // A dead letter whose process ended is copied from the stream.
      ...read.map((stream) => `$JS.API.STREAM.MSG.GET.${stream}`),
      ...[...consumers, ofLetters].flatMap(({ name: durable, stream, subject }) => [
        ['$JS.API.CONSUMER.CREATE', stream, durable, subject].filter(Boolean).join('.'),
        `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
        `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
        `$JS.ACK.${stream}.${durable}.>`,
      ]),
    ],
  };
}

/**
 * Writes the users of NATS, each with its permissions, derived from the code of each process.
 * @returns {Promise<string>}
 */
export async function natsUsers() {
  const users = await Promise.all(
    natsProcesses.map(async (name) => {
      const { consumers, names } = await declaredBy(name);
      return userOf(name, permissionsOf(name, consumers, names));
    }),
  );
  return `# Written by \`node scripts/architecture-tables.mjs\` from the consumers that the processes declare; a test
# holds it complete (docs/decisions/0520-each-process-has-its-own-nats-user.md). The passwords are variables of
# the environment of nats-server, and begin with a letter.
users: [
  # All rights, for operators. No process knows the password.
  { user: ${natsOperator}, password: $${passwordVariable(natsOperator)} }
${users.join('\n')}
]
`;
}

/**
 * @param {string} name
 * @param {Permissions} permissions
 */
function userOf(name, permissions) {
  const lists = Object.entries(permissions).map(([action, subjects]) => {
    const lines = subjects.map((subject) => `        ${JSON.stringify(subject)}`);
    return `      ${action}: [\n${lines.join('\n')}\n      ]`;
  });
  return `  {
    user: ${name}
    password: $${passwordVariable(name)}
    permissions: {
${lists.join('\n')}
    }
  }`;
}

/**
 * Returns the consumers that a process declares. Its main file is run with a stand-in for `runService`, which
 * creates the consumers without connections and does not start them.
 * @param {string} name
 * @returns {Promise<{ consumers: Consumer[], names: Names }>}
 */
async function declaredBy(name) {
  const folder = name === 'gateway' ? name : `services/${name}`;
  const result = await build({
    entryPoints: [join(root, folder, 'src/main.ts')],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    logLevel: 'silent',
    mainFields: ['types'],
    conditions: ['types'],
    plugins: [asDeclaration],
  });
  const code = result.outputFiles[0]?.text ?? '';
  /** @type {{ exports: { declared?: { consumers: Consumer[], names: Names } } }} */
  const module = { exports: {} };
  const real = createRequire(join(root, folder, 'src/main.js'));
  const load = Object.assign((/** @type {string} */ path) => real(path), {
    // A relative path is the file of a worker, and no worker starts.
    resolve: (/** @type {string} */ path) => (path.startsWith('.') ? path : real.resolve(path)),
  });
  new Function('module', 'exports', 'require', '__filename', '__dirname', 'declare', code)(
    module,
    module.exports,
    load,
    join(root, folder, 'src/main.js'),
    join(root, folder, 'src'),
    (/** @type {{ consumers: Consumer[], names: Names }} */ declared) =>
      (module.exports = { declared }),
  );
  const { declared } = module.exports;
  if (!declared) throw new Error(`${name} has not called runService`);
  return declared;
}

const standIn = `
  import { clockConsumer } from './on-clock-advanced';
  import { streamOf } from '../messaging/event';
  import { advisoryOwner, advisoryStream } from '../messaging/streams';
  const parts = new Proxy(() => undefined, { get: () => parts, apply: () => parts });
  export function runService(name, { followsClocks, consumers = [] }) {
    const found = consumers.flatMap((create) => create(parts));
    declare({
      consumers: [...(followsClocks ? [clockConsumer(name, parts)] : []), ...found].map(
        ({ name, stream, subject }) => ({ name, stream, subject }),
      ),
      names: { streamOf, advisoryOwner, advisoryStream },
    });
    return Promise.resolve();
  }
  export const unknownCommand = undefined;
`;

/**
 * Replaces `runService`, leaves telemetry out, and loads each library from the package that imports it.
 * @type {import('esbuild').Plugin}
 */
const asDeclaration = {
  name: 'declaration',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /packages\/kit\/src\/process\/service[.]ts$/ }, () => ({
      contents: standIn,
      loader: 'ts',
    }));
    onResolve({ filter: /^@timbre\/kit\/telemetry$/ }, () => ({
      path: 'telemetry',
      namespace: 'none',
    }));
    onLoad({ filter: /^/, namespace: 'none' }, () => ({ contents: '' }));
    onResolve({ filter: /^/ }, ({ path, kind, importer }) => {
      if (kind === 'entry-point' || path.startsWith('.') || path.startsWith('@timbre/'))
        return undefined;
      if (isBuiltin(path)) return { path, external: true };
      return { path: createRequire(importer).resolve(path), external: true };
    });
  },
};
