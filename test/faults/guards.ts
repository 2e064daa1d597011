/**
 * A rule of the product that a negative control switches off. It is broken in the database of the
 * test's deployment, from outside: the product has no switch for it (docs/decisions/0500).
 */
export interface Guard {
  name: string;
  service: string;
  off: string[];
  on: string[];
}

/** A trigger that changes what a service stores before it is stored. */
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
  return {
    name,
    service,
    off: triggers.flatMap(({ off }) => off),
    on: triggers.flatMap(({ on }) => on),
  };
}

/** Off: a document whose fate is unknown counts as not sent, and is free to be sealed again. */
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

/** Off: as above, and what one PAC may have goes to the next. */
export const unknownStaysWithItsPac = guard(
  'the pinned PAC of what may have been sent',
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

/** Off: no request of that route finds the record of its key again. */
export const keysAreRemembered = (service: string, route: string): Guard =>
  guard(
    'the record of the key',
    service,
    trigger(
      'idempotency',
      'insert',
      `if new.route = '${route}' then new.key := new.key || gen_random_uuid(); end if;`,
    ),
  );

/** Off: the seals of these documents fail once they have a folio, and are rolled back. */
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

/** Off: now and then a folio is taken that no document has, as by a rollback that gives none back. */
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
  const sequence = 'create sequence guard_off_folio start 2';
  const grant = 'grant usage on sequence guard_off_folio to public';
  return { ...rest, off: [sequence, grant, ...off], on: [...on, 'drop sequence guard_off_folio'] };
})();

/** Off: whoever takes a receipt over begins it again, with another document. */
export const receiptsAreResumed = guard(
  'the recovery point of a receipt',
  'payroll',
  trigger(
    'payroll_rows',
    'update',
    `if old.state = 'stamping' and new.state = 'stamping' and new.lease_until > old.lease_until then
       new.state := 'queued'; new.document_ref := null; new.lease_until := null;
       new.stamp_number := old.stamp_number + 1; end if;`,
  ),
);
