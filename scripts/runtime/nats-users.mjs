// The users of NATS and their passwords on this machine. nats-permissions.mjs writes the file of the users, which
// the chart, docker-compose.yml and the servers of `npm start` and of the tests include.
import { createHmac } from 'node:crypto';
import { inVariable, services } from './services.mjs';

export const natsUsersFile = 'deploy/helm/timbre/files/nats-users.conf';

/** The configuration of a server on one machine, which includes the users. */
export const natsConfigFile = 'deploy/nats.conf';

/**
 * The user with all rights. No process knows its password: it is for operators, and for tests.
 */
export const natsOperator = 'operator';

/** The processes that connect to NATS. */
export const natsProcesses = services.flatMap(({ name, database }) => (database ? [name] : []));

/**
 * Returns the variable of the environment of nats-server that contains the password of a user.
 * @param {string} user
 */
export const passwordVariable = (user) => `NATS_PASSWORD_${inVariable(user)}`;

/**
 * Returns the passwords of a server of this machine as variables, all derived from the password of the operator.
 * @param {string} secret the password of the operator
 * @returns {Record<string, string>}
 */
export const passwordVariables = (secret) =>
  Object.fromEntries([
    [passwordVariable(natsOperator), secret],
    ...natsProcesses.map((name) => [passwordVariable(name), passwordOf(secret, name)]),
  ]);

/**
 * The password begins with a letter, because nats-server parses a value that begins with a digit as a number.
 * @param {string} secret
 * @param {string} user
 */
const passwordOf = (secret, user) => `p${createHmac('sha256', secret).update(user).digest('hex')}`;

/**
 * Returns the URL at which a process connects to a server of this machine. A server that the user of this machine
 * gave in TIMBRE_NATS_URL has no users of Timbre, so its URL stays as it is.
 * @param {string} url the URL of the operator
 * @param {string} name
 */
export function natsUrlOf(url, name) {
  if (url === process.env.TIMBRE_NATS_URL) return url;
  const own = new URL(url);
  return Object.assign(own, { username: name, password: passwordOf(own.password, name) }).href;
}
