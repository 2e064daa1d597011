import { join } from 'node:path';
import type { PublicBody, ReceivedEvent } from '@timbre/kit';
import { services } from '../../../scripts/runtime/services.mjs';
import { storeOf } from '../../../test/migrations-of';

const emitters = services.filter(({ name }) => !['authority-simulator', 'reports'].includes(name));

/**
 * The renderers of the services, keyed by the first word of their subjects. The renderers are
 * loaded by path, because no service imports another.
 */
const renderers = new Map(
  emitters.map(({ name, folder }) => {
    const file = join(__dirname, '..', '..', '..', storeOf(folder), 'public-events');
    const { publicBody } = jest.requireActual<{ publicBody: PublicBody }>(file);
    return [name.replaceAll('-', '_'), publicBody];
  }),
);

/** An event in the form of its arrival, with the public form that its emitter rendered. */
export function rendered(event: ReceivedEvent): ReceivedEvent {
  const render = renderers.get(event.subject.split('.')[0]!)!;
  return { ...event, publicBody: render(event, 'sandbox') ?? null };
}
