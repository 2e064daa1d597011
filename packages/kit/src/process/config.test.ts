import { z } from 'zod';
import { StartError, toStartError } from '../refusal/start-error';
import { base64, grpcSettings, readSettings, serviceSettings } from './config';

const ofService = { ...serviceSettings, ...grpcSettings };

const good = {
  TIMBRE_ENVIRONMENT: 'sandbox',
  TIMBRE_HEALTH_PORT: '9101',
  TIMBRE_DATABASE_URL: 'postgres://app@127.0.0.1/x',
  TIMBRE_SYSTEM_DATABASE_URL: 'postgres://system@127.0.0.1/x',
  TIMBRE_NATS_URL: 'nats://127.0.0.1:4222',
  TIMBRE_CONTEXT_KEY: Buffer.alloc(32, 7).toString('base64'),
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
  expect(settings.TIMBRE_CONTEXT_KEY).toEqual(Buffer.alloc(32, 7));
});

test('the error lists every missing or invalid variable, with one sentence for each', () => {
  const fault = faultOf({
    ...good,
    TIMBRE_ENVIRONMENT: 'staging',
    TIMBRE_GRPC_PORT: '70000',
    TIMBRE_DATABASE_URL: undefined,
    TIMBRE_CONTEXT_KEY: 'c2hvcnQ=',
  });
  expect(fault).toBeInstanceOf(StartError);
  const [title, ...sentences] = fault.message.split('\n');
  expect(title).toBe('Configuration is not usable (see .env.example):');
  expect(sentences.map((line) => line.trim().split(':')[0]).toSorted()).toEqual([
    'TIMBRE_CONTEXT_KEY',
    'TIMBRE_DATABASE_URL',
    'TIMBRE_ENVIRONMENT',
    'TIMBRE_GRPC_PORT',
  ]);
  expect(fault.message).toContain('TIMBRE_CONTEXT_KEY: must be base64 of at least 32 bytes');
});

test('the error does not repeat an invalid value, which may be a secret', () => {
  const fault = faultOf({ ...good, TIMBRE_CONTEXT_KEY: 'c2VjcmV0', TIMBRE_DATABASE_URL: 's3cret' });
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
