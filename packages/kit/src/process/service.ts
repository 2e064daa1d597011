import type { ServiceDefinition } from '@grpc/grpc-js';
import type { z } from 'zod';
import { memberAt, nearest } from '@timbre/fiscal';
import { StartError } from '../refusal/start-error';
import type { Calls } from './calls';
import { runAudit, runMigrations, runRepublish, runRewrapSecrets } from './commands';
import { runMain } from './main';
import type { OperatorCommand } from './operator';
import { runReplay } from './replay';
import { serve } from './serve';
import type { Service } from './service-parts';

/**
 * Runs a service. `/app/start PROCESS migrate` migrates its database, `replay-dead-letters`
 * applies dead letters again, `republish` publishes events that NATS lost, and `audit` shows the
 * audit trail. A service may have further commands. Without a command, the service serves requests
 * until SIGTERM. This function is the only place where a service reads its environment.
 */
export function runService<
  Providers,
  Definition extends ServiceDefinition,
  Settings extends z.ZodRawShape = Record<never, never>,
  Of extends Calls = Calls,
>(name: string, parts: Service<Providers, Definition, Settings, Of>): Promise<void> {
  const [, , word, ...args] = process.argv;
  return runMain(name, () => {
    if (word === undefined) return serve(name, parts);
    const { entities, migrations, constraints, commands, keepsSecrets } = parts;
    const known: Record<string, OperatorCommand> = {
      migrate: () => runMigrations(name, entities, migrations),
      'replay-dead-letters': () => runReplay(name, parts, args),
      republish: () => runRepublish(name, args),
      audit: () => runAudit(name, args),
      ...(keepsSecrets && {
        'rewrap-secrets': () => runRewrapSecrets(name, keepsSecrets),
      }),
      ...commands,
    };
    const service = { name, entities, constraints };
    const two = `${word} ${args[0]}`;
    if (Object.hasOwn(known, two)) return memberAt(known, two)(service, args.slice(1));
    if (Object.hasOwn(known, word)) return memberAt(known, word)(service, args);
    throw new StartError(unknownCommand([word, ...args], Object.keys(known)));
  });
}

/** Returns the error sentence for words that name no command, with the most similar command. */
export function unknownCommand(words: readonly string[], known: readonly string[]): string {
  const [word = '', verb = '-'] = words;
  const hasVerb = !verb.startsWith('-') && known.some((name) => name.startsWith(`${word} `));
  const given = hasVerb ? `${word} ${verb}` : word;
  const meant = nearest(given, known);
  const advice = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return `${given} is not a command.${advice} The commands are ${known.join(', ')}.`;
}
