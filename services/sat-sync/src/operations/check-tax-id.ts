import type { satSync } from '@timbre/contract';
import { localDateIn } from '@timbre/fiscal';
import {
  createRun,
  invalid,
  unavailable,
  withoutKey,
  type CallContext,
  type Operation,
  type Run,
} from '@timbre/kit';
import type { SatPortals } from '../domain/portals';
import { SatFault } from '../domain/sat-fault';
import { checkTaxId as check, rfcForm, verdictOf } from '../domain/taxpayers/check-tax-id';
import { readQrPage, type QrCode } from '../domain/taxpayers/qr-page';
import { keepProfile, TaxProfile } from '../store/tax-profiles';
import { keepingPages } from '../workflows/keep-page';

export interface TaxIdProviders {
  portals: Pick<SatPortals<CallContext>, 'qrRows'>;
}

/**
 * The age at which stored register data are read again, if the number of the tax card is stored.
 */
const freshMs = 24 * 3_600_000;

/**
 * Compares the tax data in a request with the SAT's register. If the number of the tax card is given or
 * stored, the data are read from the page behind the Constancia's QR code. Otherwise, the data of the
 * latest Constancia that the organization has read are used. If the SAT does not respond, the
 * stored data of the same tax card are used, with the date of the data.
 * @throws Refusal validation_error id_cif_unknown; provider_unavailable if the SAT does not respond and
 * no data are stored
 */
export const checkTaxId: Operation<satSync.CheckTaxIdRequest, TaxIdProviders> = {
  async run(runtime, context, { rfc, idCif, ...claim }) {
    const run = createRun(runtime, withoutKey(context));
    const known = await profileOf(run, rfc);
    const card = idCif ?? known?.profile.idCif;
    const isOld = !known || run.now().getTime() - known.extractedAt.getTime() > freshMs;
    const isToAsk = card !== undefined && (isOld || idCif !== undefined);
    if (isToAsk) {
      // Stored data are used only if they were read with the same tax card number.
      const isKnown = known !== undefined && (!idCif || known.profile.idCif === idCif);
      const asked = { idCif: card, rfc, isGiven: idCif !== undefined, isKnown };
      await refresh(run, runtime.providers, asked);
    }
    const found = isToAsk ? await profileOf(run, rfc) : known;
    const today = localDateIn(run.now().getTime(), 'America/Mexico_City');
    const fields = check(claim, found?.profile, today);
    const answer = {
      rfc,
      ...rfcForm(rfc),
      status: verdictOf(fields),
      fields,
      ...(found && { source: found.source, checkedAt: found.extractedAt.toISOString() }),
    };
    return Buffer.from(JSON.stringify({ data: answer }));
  },
};

const profileOf = (run: Run, rfc: string) => run.step((tx) => tx.findBy(TaxProfile, { rfc }));

interface AskedCard extends QrCode {
  /**
   * Whether the request contains the number of the tax card. Otherwise, the tax card number that is
   * stored for the RFC is used.
   */
  isGiven: boolean;
  /**
   * Whether data that were read with a given tax card number are stored. The stored data are used
   * if the SAT does not respond.
   */
  isKnown: boolean;
}

/**
 * - id_cif_unknown: the SAT has no tax card with this idCIF and RFC
 */
async function refresh(
  run: Run,
  { portals }: TaxIdProviders,
  { isGiven, isKnown, ...code }: AskedCard,
): Promise<void> {
  const rows = await keepingPages(run, 'tax_profile', () => portals.qrRows(code)).catch(
    (error: unknown) => {
      if (!(error instanceof SatFault)) throw error;
      if (!isKnown) throw unavailable('The SAT gives no tax profile now.', error);
      return 'unanswered' as const;
    },
  );
  if (rows === 'unanswered') return;
  const read = rows && readQrPage(code, rows);
  if (read && 'profile' in read) {
    await run.step((tx) => keepProfile(tx, read.profile, 'qr'));
  } else if (isGiven) {
    const message = 'The SAT knows no such card of this RFC.';
    throw invalid([{ path: ['idCif'], code: 'id_cif_unknown', message }]);
  }
}
