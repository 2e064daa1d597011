import { Migration } from '@mikro-orm/migrations';

/** A request to cancel that follows a rejection has no deadline for an answer. */
export class AllowSecondRequests extends Migration {
  override up(): void {
    this.addSql('alter table cancellation_requests alter column answer_before drop not null');
  }

  override down(): void {
    this.addSql(
      'update cancellation_requests set answer_before = first_seen_at where answer_before is null',
    );
    this.addSql('alter table cancellation_requests alter column answer_before set not null');
  }
}
