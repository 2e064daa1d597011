import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { StartError, toStartError } from '../refusal/start-error';
import {
  base64,
  callerKeysIn,
  grpcSettings,
  publicKeySettings,
  readSettings,
  serviceSettings,
  signingSettings,
} from './config';

const ofService = { ...serviceSettings, ...grpcSettings };

const good = {
  TIMBRE_ENVIRONMENT: 'sandbox',
  TIMBRE_HEALTH_PORT: '9101',
  TIMBRE_DATABASE_URL: 'postgres://app@127.0.0.1/x',
  TIMBRE_SYSTEM_DATABASE_URL: 'postgres://system@127.0.0.1/x',
  TIMBRE_NATS_URL: 'nats://127.0.0.1:4222',
  TIMBRE_SHARED_CONTEXT_KEY: Buffer.alloc(32, 7).toString('base64'),
  TIMBRE_GRPC_PORT: '7101',
};

function faultOf(environment: Record<string, string | undefined>): Error {
  try {
    readSettings(ofService, environment);
  } catch (error) {
    return error as Error;
  }
  throw new Error('the settings were taken');
}

test('settings are read with their types', () => {
  const settings = readSettings(ofService, good);
  expect(settings.TIMBRE_GRPC_PORT).toBe(7101);
  expect(settings.TIMBRE_DATABASE_POOL).toBe(8);
  expect(settings.TIMBRE_SHARED_CONTEXT_KEY).toEqual(Buffer.alloc(32, 7));
});

test('the error lists every missing or invalid variable, with one sentence for each', () => {
  const fault = faultOf({
    ...good,
    TIMBRE_ENVIRONMENT: 'staging',
    TIMBRE_GRPC_PORT: '70000',
    TIMBRE_DATABASE_URL: undefined,
    TIMBRE_SHARED_CONTEXT_KEY: 'c2hvcnQ=',
  });
  expect(fault).toBeInstanceOf(StartError);
  const [title, ...sentences] = fault.message.split('\n');
  expect(title).toBe('Configuration is not usable (see .env.example):');
  expect(sentences.map((line) => line.trim().split(':')[0]).toSorted()).toEqual([
    'TIMBRE_DATABASE_URL',
    'TIMBRE_ENVIRONMENT',
    'TIMBRE_GRPC_PORT',
    'TIMBRE_SHARED_CONTEXT_KEY',
  ]);
  expect(fault.message).toContain('TIMBRE_SHARED_CONTEXT_KEY: must be base64 of at least 32 bytes');
});

test('the error does not repeat an invalid value, which may be a secret', () => {
  const fault = faultOf({
    ...good,
    TIMBRE_SHARED_CONTEXT_KEY: 'c2VjcmV0',
    TIMBRE_DATABASE_URL: 's3cret',
  });
  expect(fault.message).not.toMatch(/c2VjcmV0|s3cret/);
});

test('base64 settings are decoded', () => {
  expect(z.object({ key: base64(2) }).parse({ key: 'AQI=' }).key).toEqual(Buffer.from([1, 2]));
});

test("the error of a port in use names the port's variable; other errors are unchanged", () => {
  const taken = new Error('listen EADDRINUSE: address already in use :::80');
  expect(toStartError(taken, 'TIMBRE_HTTP_PORT', 80).message).toBe(
    'TIMBRE_HTTP_PORT: port 80 is taken by another program; choose another.',
  );
  const other = new Error('listen EACCES');
  expect(toStartError(other, 'TIMBRE_HTTP_PORT', 80)).toBe(other);
});

describe('keys of calls', () => {
  const pair = (kind: 'ed25519' | 'x25519') => {
    const { privateKey, publicKey } = generateKeyPairSync(kind as 'ed25519');
    return {
      secret: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      open: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    };
  };
  const [current, next, other] = [pair('ed25519'), pair('ed25519'), pair('x25519')];

  test('several public keys of one process are read, so that its key can be rotated', () => {
    const given = { TIMBRE_SAT_SYNC_PUBLIC_KEYS: `${current.open}\n${next.open}` };
    const [keys] = callerKeysIn(
      ['sat-sync'],
      readSettings(publicKeySettings(['sat-sync']), given),
    ).values();
    expect(keys!.map((key) => key.export({ type: 'spki', format: 'pem' }))).toEqual([
      current.open,
      next.open,
    ]);
  });

  test.each(['', 'no key', current.secret.slice(0, 60), other.open])(
    'a text that is no Ed25519 public key is refused',
    (text) => {
      const read = () =>
        readSettings(publicKeySettings(['gateway']), { TIMBRE_GATEWAY_PUBLIC_KEYS: text });
      expect(read).toThrow('TIMBRE_GATEWAY_PUBLIC_KEYS: must be Ed25519 public keys');
    },
  );

  test.each(['', 'no key', other.secret, current.open])(
    'a text that is no Ed25519 private key is refused, and the error does not repeat it',
    (text) => {
      const read = () => readSettings(signingSettings, { TIMBRE_CALL_KEY: text });
      expect(read).toThrow(/TIMBRE_CALL_KEY: must be an Ed25519 private key as PEM \(PKCS #8\)$/);
    },
  );
});
