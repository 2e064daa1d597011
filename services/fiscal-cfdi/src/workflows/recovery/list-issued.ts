import type { Run } from '@timbre/kit';
import type { DocumentKind } from '../../domain/document-kind';
import type { IssuedList } from '../../domain/stamping/pac';
import { knownStamps } from '../../store/recovery/known-stamps';
import { marginMs, stampTime } from './found-stamp';
import type { Report } from './report';

/** The period of one request for a list, so that a response stays small. */
const windowMs = 6 * 3_600_000;

export interface Listed {
  /** The number of stamps that the PAC lists. */
  listed: number;
  /** The stamps that the database does not have, the oldest first. */
  missing: { kind: DocumentKind; uuid: string }[];
  /** The number of requests that the PAC did not answer. */
  unanswered: number;
}

/** Asks a PAC for the issuer's stamps since the restored point, and leaves out the stored documents. */
export async function listIssued(
  run: Run,
  issued: IssuedList,
  { rfc, sinceMs }: { rfc: string; sinceMs: number },
  report: Report,
): Promise<Listed> {
  const all: Listed = { listed: 0, missing: [], unanswered: 0 };
  const seen = new Set<string>();
  const untilMs = run.now().getTime() + marginMs;
  for (let fromMs = sinceMs - marginMs; fromMs < untilMs; fromMs += windowMs) {
    const period = { from: stampTime(fromMs), to: stampTime(fromMs + windowMs) };
    for (const kind of ['cfdi', 'withholding'] as const) {
      const outcome = await issued.list(rfc, kind, period);
      if (outcome.outcome !== 'listed') {
        all.unanswered += 1;
        report.progress(`no list from ${period.from}: ${reasonOf(outcome)}`);
        continue;
      }
      const uuids = outcome.stamps.map(({ uuid }) => uuid);
      const known = await run.step((tx) => knownStamps(tx, kind, uuids));
      const missing = uuids.filter((uuid) => !known.has(uuid) && !seen.has(uuid));
      all.listed += uuids.length;
      for (const uuid of missing) {
        seen.add(uuid);
        all.missing.push({ kind, uuid });
      }
    }
    report.progress(
      `listed until ${period.to}: ${all.listed} stamps, ${all.missing.length} missing`,
    );
  }
  return all;
}

/** Describes why a PAC did not answer. */
export function reasonOf(outcome: { outcome: string; message?: string; cause?: unknown }): string {
  const { message, cause } = outcome;
  return message ?? (cause instanceof Error ? cause.message : outcome.outcome);
}
