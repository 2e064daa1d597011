import type { Sealed } from '@timbre/cfdi';
import { certain, localDateTimeIn } from '@timbre/fiscal';
import { Refusal } from '@timbre/kit';
import { isSkewed } from '../../domain/stamping/clock';
import type { Profile } from '../../domain/set-up/fiscal-profile';
import type { PacDirectory } from '../../domain/stamping/pac';
import type { ClockWatch, Signer } from '../../domain/ports';
import { nextStage } from '../../domain/stamping/stage';
import type { StampPrice } from '../../domain/stamping/stamp-price';
import type { FiscalDocument } from '../../store/fiscal-documents';
import type { CfdiProviders } from '../drafting/draft-sources';
import { selloHash } from './settle-attempt';

/**
 * Fecha is set this many milliseconds before the current time, because clocks differ and PACs refuse a
 * Fecha in the future.
 */
const fechaSparedMs = 60_000;

export interface SealingProviders {
  signer: Signer;
  clock: ClockWatch;
  /** The price of a stamp; absent if stamps are free. */
  stampPrice?: StampPrice | undefined;
}

export interface StampingProviders extends SealingProviders, CfdiProviders {
  pacs: PacDirectory;
}

/** Returns the Fecha, at the place of issue, for a document that is sealed now. */
export const fechaOf = (now: Date, { timeZone }: Pick<Profile, 'timeZone'>): string =>
  localDateTimeIn(now.getTime() - fechaSparedMs, timeZone);

/**
 * Refuses to seal while this host's clock is wrong. With a wrong clock, PACs would refuse the Fecha, or the
 * document would have a wrong date.
 * @throws Refusal provider_unavailable clock_skewed
 */
export async function requireClock(clock: ClockWatch): Promise<void> {
  const skewMs = await clock.skewMs();
  if (!isSkewed(skewMs)) return;
  throw new Refusal(
    'provider_unavailable',
    'The clock of this host differs from that of the PACs; nothing was sealed. Try again when the clock is corrected.',
    { retryable: true, retryAfterSeconds: 60, reason: 'clock_skewed' },
    new Error(`the host is ${Math.round(skewMs / 1_000)} s ahead of the PACs`),
  );
}

/** Returns the values of the columns that a seal sets. */
export function sealedColumns(
  { stage }: Pick<FiscalDocument, 'stage'>,
  { xml, sello }: Sealed,
  { profile, fecha }: { profile: Profile; fecha: string },
) {
  return {
    sealedXml: Buffer.from(xml),
    selloHash: selloHash(sello),
    issuedLocal: fecha,
    datedOn: fecha.slice(0, 10),
    placeOfIssue: profile.postalCode,
    stage: certain(nextStage(stage, 'seal'), 'stage'),
  };
}
