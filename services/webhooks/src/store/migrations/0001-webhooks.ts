import { Migration } from '@mikro-orm/migrations';
import {
  idempotencyTable,
  instantFunction,
  messagingTables,
  readableBySystem,
  tenantTable,
} from '@timbre/kit';

const webhooks = `create table webhooks (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  url text not null,
  events jsonb not null,
  permissions jsonb not null,
  description text,
  status text not null check (status in ('enabled', 'disabled')),
  disabled_reason text check (disabled_reason in ('by_request', 'gone', 'failing')),
  disabled_at timestamptz,
  secret_id uuid not null,
  previous_secret_id uuid,
  previous_secret_expires_at timestamptz,
  recovering_since timestamptz,
  recovering_until timestamptz,
  recovered_position bigint,
  recovered_event uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  check ((status = 'disabled') = (disabled_reason is not null))
)`;

const secrets = `create table secrets (
  id uuid not null,
  org_id uuid not null,
  version int not null,
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null,
  primary key (org_id, id)
)`;

/**
 * The health is stored separately from the webhook, because the worker writes it while requests change the
 * webhook.
 */
const health = `create table webhook_health (
  org_id uuid not null,
  webhook_id uuid not null,
  failing_since timestamptz,
  failures int not null default 0,
  timeouts int not null default 0,
  probe_at timestamptz,
  primary key (org_id, webhook_id),
  foreign key (org_id, webhook_id) references webhooks (org_id, id) on delete cascade
)`;

/**
 * The position of an event is the number of the writing transaction: events below the oldest
 * running transaction are complete, so a reader of positions misses none.
 */
const events = `create table events (
  id uuid not null,
  org_id uuid not null,
  position bigint not null default pg_current_xact_id()::text::bigint,
  type text not null,
  permission text not null,
  body text not null,
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  primary key (org_id, id)
)`;

const deliveries = `create table deliveries (
  id uuid not null,
  org_id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  state text not null check (state in ('pending', 'delivered', 'failed')),
  attempts int not null default 0,
  tries int not null default 0,
  next_attempt_at timestamptz not null,
  leased_until timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, event_id) references events (org_id, id) on delete cascade
)`;

const attempts = `create table attempts (
  org_id uuid not null,
  delivery_id uuid not null,
  number int not null,
  attempted_at timestamptz not null,
  duration_ms int not null,
  outcome text not null,
  status int,
  answer text,
  address text,
  error text,
  primary key (org_id, delivery_id, number),
  foreign key (org_id, delivery_id) references deliveries (org_id, id) on delete cascade
)`;

const indexes = [
  'create index events_position on events (org_id, position, id)',
  'create index events_age on events (created_at)',
  // The index also finds the deliveries of an event that retention removes.
  'create unique index deliveries_event on deliveries (org_id, event_id, webhook_id)',
  'create index deliveries_webhook on deliveries (org_id, webhook_id, id)',
  `create index deliveries_due on deliveries (webhook_id, next_attempt_at)
    where state = 'pending'`,
  'create index deliveries_leased on deliveries (webhook_id) where leased_until is not null',
  'create index webhooks_recovering on webhooks (id) where recovering_since is not null',
];

/** The worker sends the deliveries of all organizations, and retention removes old events. */
const ofSystem = [
  ...['webhooks', 'secrets', 'events'].flatMap((table) => readableBySystem('webhooks', table)),
  'grant update (key_id, wrapped_key) on secrets to webhooks_system',
  'create policy system_rewraps on secrets for update to webhooks_system using (true) with check (true)',
  'grant delete on events to webhooks_system',
  'create policy system_forgets on events for delete to webhooks_system using (true)',
  ...['deliveries', 'webhook_health'].flatMap((table) => [
    `grant select, update on ${table} to webhooks_system`,
    `create policy system_delivers on ${table} to webhooks_system using (true) with check (true)`,
  ]),
  'grant delete on deliveries to webhooks_system',
  'grant select, insert on attempts to webhooks_system',
  'create policy system_delivers on attempts to webhooks_system using (true) with check (true)',
];

const tables = ['webhooks', 'secrets', 'webhook_health', 'events', 'deliveries', 'attempts'];

export class CreateWebhooks extends Migration {
  override up(): void {
    const statements = [
      instantFunction,
      ...idempotencyTable('webhooks'),
      ...messagingTables('webhooks'),
      webhooks,
      secrets,
      health,
      events,
      deliveries,
      attempts,
      ...indexes,
      ...tables.flatMap(tenantTable),
      ...ofSystem,
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    const shared = ['idempotency', 'outbox', 'inbox', 'dead_letters'];
    for (const table of [...tables.toReversed(), ...shared]) this.addSql(`drop table ${table}`);
    this.addSql('drop function instant(timestamptz)');
  }
}
