import { join } from 'node:path';
import type { PublicBody, ReceivedEvent } from '@timbre/kit';
import { services } from '../../../scripts/runtime/services.mjs';
import { storeOf } from '../../../test/migrations-of';

const emitters = services.filter(({ name }) => !['authority-simulator', 'reports'].includes(name));

/** The renderers of the services, by the first word of their subjects; by path, as no service imports another. */
const renderers = new Map(
  emitters.map(({ name, folder }) => {
    const file = join(__dirname, '..', '..', '..', storeOf(folder), 'public-events');
    const { publicBody } = jest.requireActual<{ publicBody: PublicBody }>(file);
    return [name.replaceAll('-', '_'), publicBody];
  }),
);

/** An event as it arrives: its emitter has rendered its public form. */
export function rendered(event: ReceivedEvent): ReceivedEvent {
  const render = renderers.get(event.subject.split('.')[0]!)!;
  return { ...event, publicBody: render(event, 'sandbox') ?? null };
}
