import type { ServiceDefinition } from '@grpc/grpc-js';
import type { z } from 'zod';
import { replayDeadLetters } from '../messaging/replay-dead-letters';
import type { Calls } from './calls';
import { backgroundOf, clockConsumers, openService } from './open-service';
import type { Service } from './service-parts';

/**
 * `/app/start PROCESS replay-dead-letters [ID …]` applies the given dead letters, or all open dead letters, with
 * the handlers of the service. The service may run at the same time.
 */
export async function runReplay<
  Providers,
  Definition extends ServiceDefinition,
  Settings extends z.ZodRawShape,
  Of extends Calls,
>(name: string, parts: Service<Providers, Definition, Settings, Of>, ids: string[]): Promise<void> {
  const opened = await openService(name, parts);
  try {
    // The relay of the running service finds the events that the handlers emit.
    const background = await backgroundOf(parts, opened, () => undefined);
    const ofClocks = parts.followsClocks ? clockConsumers(name, background) : [];
    const own = (parts.consumers ?? []).flatMap((create) => create(background));
    const consumers = [...ofClocks, ...own];
    const done = await replayDeadLetters(opened.systemPool, consumers, ids, showReplayed);
    process.stdout.write(`${JSON.stringify({ service: name, ...done })}\n`);
  } finally {
    await opened.lifetime.end();
  }
}

/**
 * Writes the progress to standard error after every hundred dead letters. Standard output contains
 * only the result.
 */
function showReplayed(done: number, total: number): void {
  if (done % 100 === 0) process.stderr.write(`replayed ${done} of ${total}\n`);
}
