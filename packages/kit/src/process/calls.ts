import type { Callable } from '@timbre/contract';
import { z } from 'zod';
import { createServiceClient, type ClientOptions, type ServiceClient } from '../grpc/client';
import { createCallerSigner, createUpgradeSigner } from '../grpc/context-token';
import { signingSettings } from './config';
import type { Lifetime } from './lifetime';

/** The services that a service calls, keyed by client name. */
export type Calls = Record<string, Call>;

interface Call {
  /**
   * The name of the setting that contains the address of the service: `TIMBRE_COMMERCE_ADDRESS`.
   */
  at: string;
  /** The called service with the rpcs that this process may call (`callable`). */
  service: Callable;
}

/** A client for each service that is called. */
export type Clients<Of extends Calls> = {
  [Name in keyof Of]: ServiceClient<Of[Name]['service']['definition']>;
};

/**
 * Returns the settings of a process that calls services: their addresses and the key that signs the
 * context of each call. A process that calls no service has no such key.
 */
export function callSettings(calls: Calls): z.ZodRawShape {
  const addresses = Object.values(calls).map(({ at }) => [at, z.string().min(1)] as const);
  if (addresses.length === 0) return {};
  return { ...Object.fromEntries(addresses), ...signingSettings };
}

type SigningValues = {
  [Name in keyof typeof signingSettings]: z.output<(typeof signingSettings)[Name]>;
};

/**
 * Opens a client for each called service; the lifetime closes the clients.
 * @param notesReplays see `ClientOptions`
 */
export function openClients<Of extends Calls>(
  calls: Of,
  settings: Record<string, unknown>,
  lifetime: Pick<Lifetime, 'closes'>,
  notesReplays = false,
): Clients<Of> {
  // The settings were read with the shape of `callSettings`, which depends on the calls.
  const {
    TIMBRE_CALL_KEY: key,
    TIMBRE_SHARED_CONTEXT_KEY: sharedKey,
    ...rest
  } = settings as SigningValues;
  const isUnary = rest.TIMBRE_UNARY_CALLS;
  const clients = Object.entries(calls).map(([name, { at, service }]) => {
    const process = { issuer: service.from, audience: service.to, key };
    const sign = sharedKey ? createUpgradeSigner(process, sharedKey) : createCallerSigner(process);
    const options: ClientOptions = { sign, isUnary, notesReplays };
    const client = createServiceClient(service.definition, settings[at] as string, options);
    lifetime.closes(`client of ${name}`, () => client.close());
    return [name, client];
  });
  return Object.fromEntries(clients) as Clients<Of>;
}
