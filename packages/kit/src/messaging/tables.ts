import { payloadBytesMax, subjectPrefix } from './event';

export interface MessagingRoles {
  /** The database role that requests use. */
  app: string;
  /** The database role for the relay, dead letters and other work without an organization. */
  system: string;
}

/**
 * The number of days for which the ids of processed messages are kept. No event is redelivered
 * after that many days.
 */
export const inboxDays = 30;
/**
 * The number of days for which published rows are kept. NATS keeps the events for the same time, so
 * that lost events can be republished.
 */
export const outboxDays = 7;

/**
 * Returns the statements that create a service's messaging tables, for its first migration. The
 * tables have no row-level security, because no request reads events or dead letters. A request may
 * only add rows to the outbox, and check or add its own inbox row. The system role has all other
 * privileges.
 */
export function messagingTables(
  service: string,
  roles: MessagingRoles = rolesOf(service),
): string[] {
  return [...outboxTable(subjectPrefix(service)), inboxTable, ...deadLetterTable, ...grants(roles)];
}

function rolesOf(service: string): MessagingRoles {
  return { app: `${subjectPrefix(service)}_app`, system: `${subjectPrefix(service)}_system` };
}

/**
 * Returns the statements for the outbox. Rows are published in the order of their ids (UUIDv7),
 * which writers generate while the aggregate is locked. The check constraints reject events that
 * NATS could never accept, because such an event would block the relay forever.
 */
const outboxTable = (prefix: string): string[] => [
  `create table outbox (
    id uuid primary key,
    org_id uuid not null,
    subject text not null check (
      starts_with(subject, '${prefix}.') and subject ~ '^[a-z0-9_]+([.][a-z0-9_]+){2}$'),
    aggregate text not null,
    aggregate_id text not null,
    aggregate_version integer not null,
    payload bytea not null check (octet_length(payload) <= ${payloadBytesMax}),
    carrier jsonb not null default '{}',
    created_at timestamptz not null default now(),
    published_at timestamptz
  )`,
  `create index outbox_unpublished on outbox (id) where published_at is null`,
  `create index outbox_unpublished_aggregate on outbox (aggregate, aggregate_id, id)
    where published_at is null`,
  `create index outbox_published on outbox (published_at, id) where published_at is not null`,
];

const inboxTable = `create table inbox (
    consumer text not null,
    message_id uuid not null,
    received_at timestamptz not null default now(),
    primary key (consumer, message_id)
  )`;

const deadLetterTable = [
  `create index inbox_received on inbox (received_at)`,
  `create table dead_letters (
    id uuid primary key default gen_random_uuid(),
    consumer text not null,
    stream text not null,
    stream_sequence bigint not null,
    message_id text not null,
    org_id uuid,
    subject text,
    headers jsonb not null default '{}',
    payload bytea,
    reason text not null check (reason in ('max_deliveries', 'terminated')),
    detail text,
    deliveries integer not null,
    failed_at timestamptz not null default now(),
    replayed_at timestamptz,
    unique (consumer, message_id)
  )`,
];

/**
 * Returns the grants on the messaging tables. The revoke is needed, because by default the
 * application role has all privileges on every table of the owner.
 */
const grants = ({ app, system }: MessagingRoles): string[] => [
  `revoke all on outbox, inbox, dead_letters from "${app}"`,
  `grant insert on outbox to "${app}"`,
  `grant select, insert on inbox to "${app}"`,
  `grant select, insert, update, delete on outbox, inbox, dead_letters to "${system}"`,
];
