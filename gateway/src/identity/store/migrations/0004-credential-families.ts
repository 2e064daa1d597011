import { Migration } from '@mikro-orm/migrations';

/** `replaced_at` is the time at which another credential replaced it. */
export class AddCredentialFamilies extends Migration {
  override up(): void {
    const statements = [
      `alter table credentials
        add created_by text not null default 'operator',
        add parent_id uuid,
        add rotated_from uuid,
        add replaced_at timestamptz,
        add is_owner boolean not null default false,
        add allowed_addresses jsonb,
        add last_used_address text,
        add last_used_agent text,
        add warned_days int,
        add foreign key (org_id, parent_id) references credentials (org_id, id)
          deferrable initially deferred,
        add foreign key (org_id, rotated_from) references credentials (org_id, id)
          deferrable initially deferred`,
      'alter table credentials alter created_by drop default',
      // Before this migration only credentials with all permissions created credentials, so every
      // credential's permissions were within those of its creator.
      `update credentials set is_owner = permissions @> '["organization:manage", "members:manage"]'`,
      'create index credentials_parent on credentials (org_id, parent_id) where parent_id is not null',
      `create index credentials_expiry on credentials (expires_at)
        where expires_at is not null and revoked_at is null`,
      'grant update (last_used_at, last_used_address, last_used_agent) on credentials to gateway_system',
    ];
    for (const sql of statements) this.addSql(sql);
  }

  override down(): void {
    this.addSql(
      `alter table credentials drop created_by, drop parent_id, drop rotated_from,
        drop replaced_at, drop is_owner, drop allowed_addresses, drop last_used_address,
        drop last_used_agent, drop warned_days`,
    );
  }
}
