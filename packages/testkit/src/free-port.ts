import { ask } from './servers';

/** Returns a free port on 127.0.0.1 that no other caller in this Jest run gets. */
export async function freePort(): Promise<number> {
  return (await ask<{ port: number }>('port')).port;
}
