/**
 * A rule of the product that a negative control switches off. The test breaks the rule from outside, in the
 * database of its deployment or between two processes, because the product has no switch for it
 * (docs/decisions/0500).
 */
export interface Guard {
  name: string;
  /**
   * The SQL statements that disable and restore the rule, each with the service that owns the database.
   */
  off: [service: string, sql: string][];
  on: [service: string, sql: string][];
  /** The services that get the calls of the gateway without the judged versions (unjudged.ts). */
  unjudged?: string[];
}

/** Returns the SQL of a trigger that changes a row before a service stores it. */
const trigger = (table: string, when: string, plpgsql: string) => ({
  off: [
    `create or replace function guard_off_${table}() returns trigger language plpgsql as
     $$ begin ${plpgsql} return new; end $$`,
    `create trigger guard_off before ${when} on ${table}
     for each row execute function guard_off_${table}()`,
  ],
  on: [`drop trigger guard_off on ${table}`, `drop function guard_off_${table}`],
});

function guard(name: string, service: string, ...triggers: ReturnType<typeof trigger>[]): Guard {
  const here = (sql: string): [string, string] => [service, sql];
  return {
    name,
    off: triggers.flatMap(({ off }) => off.map(here)),
    on: triggers.flatMap(({ on }) => on.map(here)),
  };
}

/** Without this guard, a document with an unknown outcome counts as not sent, and may be sealed again. */
export const unknownIsKept = guard(
  'the state unknown of attempts',
  'fiscal-cfdi',
  trigger(
    'stamp_attempts',
    'update',
    `if new.state = 'unknown' then
       new.state := 'not_sent'; new.next_check_at := null; new.finished_at := now(); end if;`,
  ),
  trigger('cfdi', 'update', `if new.stage = 'unknown' then new.stage := 'draft'; end if;`),
);

/**
 * Without this guard, a document with an unknown outcome may be sealed again, and may be sent to a second PAC
 * although the first PAC may have received the document.
 */
export const unknownStaysWithItsPac = guard(
  'the pinned PAC of documents that may have been sent',
  'fiscal-cfdi',
  trigger(
    'stamp_attempts',
    'insert or update',
    `if tg_op = 'UPDATE' and new.state = 'unknown' then
       new.state := 'not_sent'; new.next_check_at := null; new.finished_at := now(); end if;
     if tg_op = 'INSERT' then new.refused_by := coalesce(
       (select jsonb_agg(pac) from stamp_attempts
        where org_id = new.org_id and cfdi_id = new.cfdi_id and pac is not null), '[]');
     elsif old.state = 'sealed' and old.refused_by ? new.pac then return null; end if;`,
  ),
  trigger('cfdi', 'update', `if new.stage = 'unknown' then new.stage := 'draft'; end if;`),
);

/** Without this guard, requests to these services do not find the stored outcome of their idempotency key. */
export function keysAreRemembered(...services: string[]): Guard {
  const name = 'the outcome under the key';
  const forgets = trigger(
    'idempotency',
    'insert or update',
    `if new.state = 'finished' then new.key := new.key || gen_random_uuid(); end if;`,
  );
  const guards = services.map((service) => guard(name, service, forgets));
  return { name, off: guards.flatMap(({ off }) => off), on: guards.flatMap(({ on }) => on) };
}

/**
 * Without this guard, sealing these documents fails after a folio was reserved, and the transaction is rolled
 * back.
 */
export const sealsAreSaved = (documentRefs: readonly string[]): Guard =>
  guard(
    'the attempt of a seal',
    'fiscal-cfdi',
    trigger(
      'stamp_attempts',
      'insert',
      `if new.cfdi_id = any('{${documentRefs.map((ref) => ref.slice(5)).join()}}') then
         raise exception 'aborted' using errcode = 'insufficient_resources'; end if;`,
    ),
  );

/**
 * Without this guard, some folios are lost, as if a rollback did not revert the counter.
 */
export const foliosAreTransactional: Guard = (() => {
  const { off, on, ...rest } = guard(
    'the folio in the transaction of its document',
    'fiscal-cfdi',
    trigger(
      'series',
      'update',
      `if new.next_folio > old.next_folio then
         new.next_folio := new.next_folio + nextval('guard_off_folio') % 2; end if;`,
    ),
  );
  const here = (sql: string): [string, string] => ['fiscal-cfdi', sql];
  const made = ['create sequence guard_off_folio start 2', 'grant usage on sequence guard_off_folio to public']; // prettier-ignore
  const dropped = here('drop sequence guard_off_folio');
  return { ...rest, off: [...made.map(here), ...off], on: [...on, dropped] };
})();

/** Without this guard, a worker that takes over a receipt starts again with a new document and a new key. */
export const receiptsAreResumed = guard(
  'the recovery point of a receipt',
  'payroll',
  trigger(
    'payroll_rows',
    'update',
    // The trigger sets the claim to null, because commerce would send a claimed receipt with the new key
    // before sealing it.
    `if old.state = 'stamping' and new.state = 'stamping' and new.lease_until > old.lease_until then
       update payroll_rows set state = 'queued', document_ref = null, lease_until = null,
         stamp_number = old.stamp_number + 1 where org_id = old.org_id and id = old.id;
       return null; end if;`,
  ),
);

/** Without this guard, the first row of a file loses its result once, and the row is written again. */
export const rowsAreMarked = guard(
  'the result of a written row',
  'commerce',
  trigger(
    'import_rows',
    'update',
    `if new.line = 2 and old.cleared = '[]' then
       new.result := null; new.record_id := null; new.cleared := '["x"]'; end if;`,
  ),
);

/**
 * Without this guard, a repeated request does not find the document that the first attempt created.
 */
export const documentsAreResumed = guard(
  'the request of a document of receipts',
  'commerce',
  trigger(
    'receipt_documents',
    'insert',
    `new.request_key := new.request_key || gen_random_uuid();`,
  ),
);

/**
 * Without this guard, the record of a request to the SAT is lost if its worker dies, as if the request had
 * never been recorded.
 */
export const requestsAreBooked = guard(
  'the booking of a request of the mass download',
  'sat-sync',
  trigger(
    'sat_requests',
    'update',
    `if new.state = 'unknown' then new.issued_to := new.issued_from || new.id; end if;`,
  ),
);

/** Without this guard, the old facts of a sale are not deleted when the sale changes. */
export const factsAreReplaced = guard(
  'the replacement of facts',
  'reports',
  // A deletion trigger has no new row, so the function returns null, which cancels the deletion.
  trigger('sales_facts', 'delete', ''),
);

/** Without the guard, an event that a consumer of reports gave up leaves no record. */
export const givenUpEventsAreKept = guard(
  'the record of an event that a consumer gave up',
  'reports',
  trigger('dead_letters', 'insert', 'return null;'),
);

/** The amount of a sale whose event reports cannot handle while `poisonedSalesFail` is on. */
export const poisonedAmount = 13.13;

/** A temporary failure of the service reports. While it is on, reports cannot apply the sale of `poisonedAmount`. */
export const poisonedSalesFail = {
  on: `create or replace function poisoned_sale() returns trigger language plpgsql as
    $$ begin if new.gross = ${poisonedAmount} then raise exception 'poisoned'; end if; return new; end $$;
    create trigger poisoned_sale before insert on sales_facts for each row execute function poisoned_sale()`,
  off: 'drop trigger poisoned_sale on sales_facts; drop function poisoned_sale',
};

/** Without the guard, the events of commerce that were published once are never published again. */
export const publishedEventsAreKept = guard(
  'the events that stay in the outbox after their publication',
  'commerce',
  trigger(
    'outbox',
    'update',
    `if old.published_at is not null and new.published_at is null then return null; end if;`,
  ),
);

/**
 * Without this guard, PostgreSQL acknowledges commits that are lost if the server crashes. The setting
 * applies to new sessions only, so the server loses commits from its second crash on.
 */
export const commitsAreFlushed: Guard = {
  name: 'the write of the log before a commit is acknowledged',
  off: [
    ['commerce', `alter role all set synchronous_commit = 'off'`],
    ['commerce', `alter system set wal_writer_delay = '10s'`],
    ['commerce', `alter system set wal_writer_flush_after = '1GB'`],
    ['commerce', 'select pg_reload_conf()'],
  ],
  on: [
    ['commerce', 'alter role all reset synchronous_commit'],
    ['commerce', 'alter system reset wal_writer_delay'],
    ['commerce', 'alter system reset wal_writer_flush_after'],
    ['commerce', 'select pg_reload_conf()'],
  ],
};

/**
 * Without the guard, only the gateway checks a document before an act; the service that owns the document acts
 * on whatever the document has become since.
 */
export const judgedVersionsTravel: Guard = {
  name: 'the judged version in the call to the owner',
  off: [],
  on: [],
  unjudged: ['fiscal-cfdi', 'commerce'],
};
