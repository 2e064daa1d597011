// Runs PostgreSQL and NATS in containers, for machines that have only a Docker engine.
import { join } from 'node:path';
import { attempt } from './command.mjs';
import { natsConfigFile, natsOperator, natsUsersFile, passwordVariables } from './nats-users.mjs';
import { cloneId, deploymentId, root } from './paths.mjs';

/** The container images, which are the same as in docker-compose.yml. */
const images = { postgres: 'postgres:18', nats: 'nats:2.12-alpine' };

/**
 * Returns the name of a volume that remains after its container is removed.
 * @param {string} dir the folder with the state of the deployment
 * @param {'postgres' | 'nats'} server
 */
const volumeOf = (dir, server) => `timbre-${deploymentId(dir)}-${server}`;

/**
 * @param {string} dir
 * @param {'postgres' | 'nats'} server
 * @param {string} target
 */
const kept = (dir, server, target) => [
  { source: volumeOf(dir, server), target, mode: /** @type {const} */ ('rw') },
];

/** Whether a Docker engine responds. The docker command is often installed without an engine. */
async function hasEngine() {
  const { code } = await attempt('docker', ['version', '--format', '{{.Server.Version}}']);
  return code === 0;
}

/**
 * @param {Pick<import('./postgres.mjs').ServerOptions, 'keep'>} options keep: data survives in a volume
 * @returns {Promise<import('./postgres.mjs').Server | undefined>} nothing where no engine answers
 */
export async function startPostgresContainer({ keep }) {
  if (!(await hasEngine())) return undefined;
  const { GenericContainer, Wait } = await import('testcontainers');
  const password = cloneId;
  const definition = new GenericContainer(images.postgres)
    .withEnvironment({
      POSTGRES_PASSWORD: password,
      POSTGRES_INITDB_ARGS: '--locale-provider=builtin --locale=C.UTF-8',
    })
    .withCommand(['postgres', '-c', 'max_connections=400', ...(keep ? [] : ['-c', 'fsync=off'])])
    .withExposedPorts(5432)
    .withWaitStrategy(Wait.forListeningPorts());
  if (keep) definition.withBindMounts(kept(keep, 'postgres', '/var/lib/postgresql'));
  const container = await definition.start();
  const address = `${container.getHost()}:${container.getMappedPort(5432)}`;
  return {
    url: `postgresql://postgres:${password}@${address}/postgres`,
    source: `Docker ${images.postgres}`,
    stop: async () => void (await container.stop()),
  };
}

/**
 * @param {Pick<import('./postgres.mjs').ServerOptions, 'keep'> & { secret: string }} options keep: streams survive
 * in a volume; secret: the password of the operator
 * @returns {Promise<import('./postgres.mjs').Server | undefined>} nothing where no engine answers
 */
export async function startNatsContainer({ keep, secret }) {
  if (!(await hasEngine())) return undefined;
  const { GenericContainer, Wait } = await import('testcontainers');
  const definition = new GenericContainer(images.nats)
    .withEnvironment(passwordVariables(secret))
    .withCopyFilesToContainer(
      [natsConfigFile, natsUsersFile].map((file) => ({
        source: join(root, file),
        target: `/etc/timbre/${file}`,
      })),
    )
    .withCommand([`--config=/etc/timbre/${natsConfigFile}`, '--jetstream', '--store_dir=/data'])
    .withExposedPorts(4222)
    .withWaitStrategy(Wait.forLogMessage('Server is ready'));
  if (keep) definition.withBindMounts(kept(keep, 'nats', '/data'));
  const container = await definition.start();
  return {
    url: `nats://${natsOperator}:${secret}@${container.getHost()}:${container.getMappedPort(4222)}`,
    source: `Docker ${images.nats}`,
    stop: async () => void (await container.stop()),
  };
}

/**
 * Removes the volumes for `--fresh`; without an engine there are no volumes.
 * @param {string} dir
 */
export async function removeVolumes(dir) {
  const volumes = [volumeOf(dir, 'postgres'), volumeOf(dir, 'nats')];
  await attempt('docker', ['volume', 'rm', '--force', ...volumes]);
}
