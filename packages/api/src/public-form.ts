import { certain, Decimal, lastIn } from '@timbre/fiscal';
import { z } from 'zod';
import { publicEvents, type EventName, type EventType } from './events';
import type { Lacking } from './lacking';

/** The public form of an event, as the emitting service publishes it. */
export interface AnnouncedEvent {
  id: string;
  orgId: string;
  /** `<service>.<aggregate>.<past tense>` */
  subject: string;
  occurredAt: Date;
  aggregateVersion: number;
  payload: Uint8Array;
}

/**
 * The public form of the events of an aggregate. The service that emits the events declares the
 * public form.
 */
export interface PublicForm {
  /**
   * The events that have this public form: `<service>.<aggregate>` for all events of an aggregate,
   * or the whole subject of a single event with a different message.
   */
  of: string;
  /** @returns undefined if the event is only for services */
  shown(happened: string, payload: Uint8Array): { type: EventName; data: object } | undefined;
}

type DataOf<Type extends EventName> = z.output<(typeof publicEvents)[Type]['data']>;

/**
 * Declares the public form of the events of an aggregate.
 * @param parts the public type for each past tense, and the members of the message under their
 * public names. Decimals may be text, and lists may be messages that contain a list. Members that
 * are not public are omitted
 * @returns the names of public members that are missing in `data`, if any. `publicBodies` rejects a
 * form with missing members, so that a forgotten member is a compile error
 */
export const publicForm = <
  Message extends object,
  Happened extends string,
  Type extends EventName,
  Shown extends object,
>(
  of: string,
  codec: { decode(bytes: Uint8Array): Message },
  parts: {
    type: (happened: Happened, message: Message) => Type | undefined;
    data: (message: Message) => Shown;
  },
) =>
  ({
    of,
    shown(happened, payload) {
      const message = codec.decode(payload);
      const type = parts.type(happened as Happened, message);
      return type && { type, data: parts.data(message) };
    },
  }) satisfies PublicForm as FormOrLacking<Lacking<Shown, DataOf<Type>>>;

type FormOrLacking<Names> = [Names] extends [never] ? PublicForm : Names;

/** Declares that the events of an aggregate are only for services. */
export const betweenServices = (of: string): PublicForm => ({ of, shown: () => undefined });

/**
 * Combines the public forms of a service.
 * @returns the body of the public event; undefined if the event is only for services
 */
export function publicBodies(forms: readonly PublicForm[]) {
  const known = new Map(forms.map((form) => [form.of, form]));
  return (event: AnnouncedEvent, environment: Environment): string | undefined => {
    const { subject } = event;
    const [service, aggregate, happened = ''] = subject.split('.');
    const form = known.get(subject) ?? known.get(`${service}.${aggregate}`);
    if (!form) throw new Error(`${subject} has no public form and is not between services only`);
    const shown = form.shown(happened, event.payload);
    if (!shown) return undefined;
    const { type, data } = shown;
    return eventBody(event, environment, type, projected(type, data));
  };
}

type Environment = 'production' | 'sandbox';

const dataBytesMax = 20_000;

/**
 * Returns the body of an event. If the data exceeds 20 kB, the body contains only the identifiers
 * and states this.
 * @param data the data of the event, with its members in the published order
 */
export function eventBody(
  { id, orgId, occurredAt, aggregateVersion }: Omit<AnnouncedEvent, 'subject' | 'payload'>,
  environment: Environment,
  type: EventName,
  data: Record<string, unknown>,
): string {
  const envelope = {
    id,
    type,
    timestamp: occurredAt.toISOString(),
    organizationId: orgId,
    environment,
    apiVersion: 'v1',
    aggregateVersion,
  };
  const whole = JSON.stringify({ ...envelope, data });
  if (Buffer.byteLength(whole) <= dataBytesMax) return whole;
  return JSON.stringify({ ...envelope, data: identifiersOf(data), truncated: true });
}

const identifiersOf = (data: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).filter(([name]) => /(Id|[dD]ocumentRef)$/.test(name)));

type Described = z.core.JSONSchema.BaseSchema;

const described = new Map<EventName, Described>();

function descriptionOf(type: EventName): Described {
  let known = described.get(type);
  if (!known) {
    const { data }: EventType = publicEvents[type];
    known = z.toJSONSchema(data, { unrepresentable: 'any' }) as Described;
    described.set(type, known);
  }
  return known;
}

/**
 * Returns the members of the data that the description of the event type has, in the same order and
 * with the same types. Decimals become exact JSON numbers, and a message that wraps a list becomes
 * the list.
 */
function projected(type: EventName, data: object): Record<string, unknown> {
  const whole = descriptionOf(type);
  const named = (schema: Described): Described =>
    schema.$ref === undefined
      ? schema
      : (certain(whole.$defs, 'the definitions')[lastIn(schema.$ref.split('/'))] as Described);

  function shown(given: Described, value: unknown): unknown {
    if (value === undefined || value === null) return undefined;
    const schema = named(given);
    const variants = (schema.oneOf ?? schema.anyOf) as Described[] | undefined;
    if (variants) return shown(variantOf(variants.map(named), value as object), value);
    if (schema.properties) {
      const members = Object.entries(schema.properties)
        .map(([name, member]) => [name, shown(member as Described, (value as Named)[name])])
        .filter(([, member]) => member !== undefined);
      return Object.fromEntries(members) as object;
    }
    if (schema.type === 'array') {
      return entriesOf(value).map((entry) => shown(schema.items as Described, entry));
    }
    const isNumber = schema.type === 'number' || schema.type === 'integer';
    return isNumber && typeof value === 'string' ? exactNumber(value) : value;
  }
  return shown(whole, data) as Record<string, unknown>;
}

type Named = Record<string, unknown>;

const entriesOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : ((value as { entries?: unknown[] }).entries ?? []);

/** Returns the variant whose constant members have the same values as in `value`. */
function variantOf(variants: readonly Described[], value: object): Described {
  const found = variants.find(({ properties = {} }) =>
    Object.entries(properties as Record<string, Described>).every(
      ([name, member]) => member.const === undefined || member.const === (value as Named)[name],
    ),
  );
  if (!found) throw new Error(`no variant is as ${JSON.stringify(Object.keys(value))}`);
  return found;
}

// The cast is necessary, because the type declarations of the compiler do not contain this function
// of ES2026 yet.
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => number };

/** Returns a number whose JSON has all digits of the decimal, even if a double has fewer digits. */
const exactNumber = (text: string): number => rawJSON(Decimal.from(text).trimmed().toString());
