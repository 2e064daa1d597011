import { join } from 'node:path';
import type { PublicBody, ReceivedEvent } from '@timbre/kit';
import { services } from '../../../scripts/runtime/services.mjs';
import { storeOf } from '../../../test/migrations-of';

const emitters = services.filter(({ name }) => !['authority-simulator', 'reports'].includes(name));

/**
 * The functions that render the public form of events, keyed by the first word of the event
 * subject. The functions are loaded by path, because no service may import another service.
 */
const renderers = new Map(
  emitters.map(({ name, folder }) => {
    const file = join(__dirname, '..', '..', '..', storeOf(folder), 'public-events');
    const { publicBody } = jest.requireActual<{ publicBody: PublicBody }>(file);
    return [name.replaceAll('-', '_'), publicBody];
  }),
);

/**
 * Returns an event in the form in which webhooks receives it, with the public form that its service
 * rendered.
 */
export function rendered(event: ReceivedEvent): ReceivedEvent {
  const render = renderers.get(event.subject.split('.')[0]!)!;
  return { ...event, publicBody: render(event, 'sandbox') ?? null };
}
