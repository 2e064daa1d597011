import { z } from 'zod';
import { createServiceClient, type ClientOptions, type ServiceClient } from '../grpc/client';
import type { serviceSettings } from './config';
import type { Lifetime } from './lifetime';

/** The services that a service calls, keyed by client name. */
export type Calls = Record<string, Call>;

interface Call<Definition extends object = object> {
  /**
   * The name of the setting that contains the address of the service: `TIMBRE_COMMERCE_ADDRESS`.
   */
  at: string;
  /** The generated gRPC definition of the service. */
  service: Definition;
}

/** A client for each service that is called. */
export type Clients<Of extends Calls> = {
  [Name in keyof Of]: ServiceClient<Of[Name]['service']>;
};

/**
 * The settings of calls between services: the key that signs each call's context, and whether calls
 * share streams.
 */
export type CallSettings = Pick<
  { [Name in keyof typeof serviceSettings]: z.output<(typeof serviceSettings)[Name]> },
  'TIMBRE_CONTEXT_KEY' | 'TIMBRE_UNARY_CALLS'
>;

/** Returns the settings that contain the addresses of the called services. */
export const addressSettings = (calls: Calls): Record<string, z.ZodString> =>
  Object.fromEntries(Object.values(calls).map(({ at }) => [at, z.string().min(1)]));

/**
 * Opens a client for each called service; the lifetime closes the clients.
 * @param notesReplays see `ClientOptions`
 */
export function openClients<Of extends Calls>(
  calls: Of,
  settings: CallSettings & Record<string, unknown>,
  lifetime: Pick<Lifetime, 'closes'>,
  notesReplays = false,
): Clients<Of> {
  const options: ClientOptions = {
    contextKey: settings.TIMBRE_CONTEXT_KEY,
    isUnary: settings.TIMBRE_UNARY_CALLS,
    notesReplays,
  };
  const clients = Object.entries(calls).map(([name, { at, service }]) => {
    const client = createServiceClient(service, settings[at] as string, options);
    lifetime.closes(`client of ${name}`, () => client.close());
    return [name, client];
  });
  return Object.fromEntries(clients) as Clients<Of>;
}
