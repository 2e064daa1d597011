import { ask } from './servers';

/** A port on 127.0.0.1 that nobody listens on, given to nobody else in this jest run. */
export async function freePort(): Promise<number> {
  return (await ask<{ port: number }>('port')).port;
}
