import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { hostname } from 'node:os';
import { projectName } from '@timbre/fiscal';
import { z } from 'zod';
import { databaseUrl } from '../database/database-url';
import { StartError } from '../refusal/start-error';

/** Decodes base64 settings such as keys. */
export const base64 = (bytesMin: number) =>
  z
    .string()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((bytes) => bytes.length >= bytesMin, `must be base64 of at least ${bytesMin} bytes`);

const publicKeys = z
  .string()
  .default(projectName)
  .transform((text) =>
    text
      .split(',')
      .filter((key) => key.trim() !== '')
      .map((key) => key.trim()),
  )
  .refine(
    (keys) => keys.every((key) => key === projectName || /^[A-Za-z0-9+/]{43}=$/.test(key)),
    `must be ${projectName} or public keys of 32 bytes in base64, between commas`,
  );

const isEd25519 = ({ asymmetricKeyType }: KeyObject) => asymmetricKeyType === 'ed25519';

/** Parses keys; a text that is no key has the same error as a key of another kind. */
const keysOf =
  <Result>(parse: (text: string) => Result, isValid: (keys: Result) => boolean, message: string) =>
  (text: string, context: z.RefinementCtx): Result => {
    try {
      const keys = parse(text);
      if (isValid(keys)) return keys;
    } catch {
      // The parser's message may repeat a part of the secret, so the issue below replaces it.
    }
    context.addIssue(message);
    return z.NEVER;
  };

const privateKey = z
  .string()
  .transform(
    keysOf(createPrivateKey, isEd25519, 'must be an Ed25519 private key as PEM (PKCS #8)'),
  );

/** The public keys of one process, as PEM: public keys or certificates, one after another. */
const callerKeys = z.string().transform(
  keysOf(
    (text) =>
      (text.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? []).map((pem) =>
        createPublicKey(pem),
      ),
    (keys) => keys.length > 0 && keys.every(isEd25519),
    'must be Ed25519 public keys or certificates as PEM',
  ),
);

const port = z.coerce.number().int().min(0).max(65_535);

/** The settings of every process; `.env.example` documents each of them. */
const processSettings = {
  TIMBRE_ENVIRONMENT: z.enum(['production', 'sandbox']),
  /** The address to listen on; the default is the loopback interface. */
  TIMBRE_BIND_HOST: z.string().min(1).default('127.0.0.1'),
  TIMBRE_HEALTH_PORT: port,
  /**
   * Identifies this process among all processes; in Kubernetes, the value is the Pod's host name.
   */
  TIMBRE_INSTANCE_ID: z.string().min(1).default(hostname()),
  TIMBRE_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error']).default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** A folder with signed law packs in addition to the built-in law pack. */
  TIMBRE_LAW_FOLDER: z.string().min(1).optional(),
  /**
   * The Ed25519 public keys of trusted pack signers, each 32 bytes in base64, separated by commas.
   * The value `timbre` means the keys of the Timbre project.
   */
  TIMBRE_LAW_TRUSTED_KEYS: publicKeys,
  TIMBRE_LAW_TAKES_EXAMPLES: z.stringbool().default(false),
};

/** The additional settings of a process that owns a database. */
export const serviceSettings = {
  ...processSettings,
  TIMBRE_DATABASE_URL: databaseUrl,
  TIMBRE_SYSTEM_DATABASE_URL: databaseUrl,
  TIMBRE_DATABASE_POOL: z.coerce.number().int().min(1).max(100).default(8),
  TIMBRE_DATABASE_PREPARED_STATEMENTS: z.stringbool().default(true),
  TIMBRE_NATS_URL: z.string().min(1),
  /** The file with the certificates that signed the certificate of NATS. */
  TIMBRE_NATS_CA_FILE: z.string().min(1).optional(),
  TIMBRE_NATS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
};

/**
 * The key that all processes of the release before shared. It is set only during the upgrade from
 * that release (docs/operations.md, Upgrades).
 */
const sharedKeySetting = { TIMBRE_SHARED_CONTEXT_KEY: base64(32).optional() };

/** The additional settings of a process that calls services. */
export const signingSettings = {
  ...sharedKeySetting,
  /** The Ed25519 private key of this process, as PEM. */
  TIMBRE_CALL_KEY: privateKey,
  TIMBRE_UNARY_CALLS: z.stringbool().default(false),
};

/** The additional settings of a service that serves gRPC. */
export const grpcSettings = { ...sharedKeySetting, TIMBRE_GRPC_PORT: port };

/** The setting with the public keys of a process that may call, for example `TIMBRE_GATEWAY_PUBLIC_KEYS`. */
const publicKeysOf = (caller: string) =>
  `TIMBRE_${caller.replaceAll('-', '_').toUpperCase()}_PUBLIC_KEYS`;

/** Returns the settings with the public keys of the processes that may call a service. */
export const publicKeySettings = (callers: Iterable<string>) =>
  Object.fromEntries([...callers].map((caller) => [publicKeysOf(caller), callerKeys]));

/** Returns the public keys of each caller from the values of `publicKeySettings`. */
export const callerKeysIn = (
  callers: Iterable<string>,
  settings: Record<string, unknown>,
): Map<string, KeyObject[]> =>
  new Map([...callers].map((caller) => [caller, settings[publicKeysOf(caller)] as KeyObject[]]));

/**
 * The secret of the gateway, from which the keys of its links, cookies, codes and confirmations are
 * derived. No other process has it.
 */
export const contextKeySetting = { TIMBRE_CONTEXT_KEY: base64(32) };

/** The settings of a process that makes links to pages for people without a login. */
export const pageLinkSettings = { TIMBRE_PAGE_LINK_KEY: base64(32) };

/** The additional settings of a service that stores secrets. */
export const secretSettings = { TIMBRE_ENCRYPTION_KEY_FILE: z.string().min(1) };

export const migrationSettings = {
  TIMBRE_DATABASE_OWNER_URL: databaseUrl,
  TIMBRE_DATABASE_URL: serviceSettings.TIMBRE_DATABASE_URL,
};

export const republishSettings = {
  TIMBRE_SYSTEM_DATABASE_URL: serviceSettings.TIMBRE_SYSTEM_DATABASE_URL,
};

/**
 * Reads the environment according to a schema. An invalid value stops the process with a message
 * that names the variables. A process never starts with incomplete settings.
 * @throws StartError that names every missing or invalid variable
 */
export function readSettings<Shape extends z.ZodRawShape>(
  shape: Shape,
  environment: Record<string, string | undefined> = process.env,
): z.output<z.ZodObject<Shape>> {
  const result = z.object(shape).safeParse(environment);
  if (result.success) return result.data;
  const faults = result.error.issues.map((i) => `  ${i.path.join('.')}: ${i.message}`);
  throw new StartError(`Configuration is not usable (see .env.example):\n${faults.join('\n')}`);
}
