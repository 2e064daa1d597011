import type { satSync } from '@timbre/contract';
import {
  invalid,
  longCommand,
  replyWith,
  unavailable,
  type CallContext,
  type Issue,
  type Run,
} from '@timbre/kit';
import type { SatPortals, UploadedPdfs } from '../domain/portals';
import { SatFault } from '../domain/sat-fault';
import { readConstancia } from '../domain/taxpayers/constancia';
import { qrCodeOf, readQrPage } from '../domain/taxpayers/qr-page';
import type { ReadProfile } from '../domain/taxpayers/tax-profile';
import { keepProfile, taxProfileResource, type ProfileSource } from '../store/tax-profiles';
import { inTurn } from '../workflows/in-turn';
import { keepingPages } from '../workflows/keep-page';
import { textOf, type PdfProviders } from '../workflows/read-pdf';

export interface ProfileProviders extends PdfProviders {
  uploads: UploadedPdfs<CallContext>;
  portals: SatPortals<CallContext>;
}

type Request = satSync.ExtractTaxProfileRequest;

/**
 * Reads a tax profile from an uploaded Constancia, from the address in its QR code, or from the SAT with
 * the FIEL of the organization. Refusals: validation_error with the issues of the source; not_found for
 * an unknown file; conflict without a FIEL; provider_unavailable if the SAT fails or another
 * session is using the portals.
 */
export const extractTaxProfile = longCommand(
  async (run, request: Request, providers: ProfileProviders) => {
    const [source, read] = await profileFrom(run, request, providers).catch((error: unknown) => {
      if (!(error instanceof SatFault)) throw error;
      throw unavailable('The SAT gives no tax profile now.', error);
    });
    if ('issues' in read) throw invalid(read.issues.map((issue) => at(issue, source)));
    return run.finish(async (tx) =>
      replyWith(taxProfileResource, await keepProfile(tx, read.profile, source)),
    );
  },
);

const fields: Record<ProfileSource, string> = { file: 'fileId', qr: 'qrUrl', fiel: 'own' };
const at = (issue: Issue, source: ProfileSource): Issue => ({ ...issue, path: [fields[source]] });

/**
 * - qr_url_invalid: the text is not the URL in the QR code of a Constancia
 * - qr_unknown: the SAT has no Constancia for this QR code
 */
async function profileFrom(
  run: Run,
  { fileId, qrUrl }: Request,
  providers: ProfileProviders,
): Promise<[ProfileSource, ReadProfile]> {
  const { uploads, portals } = providers;
  if (fileId !== undefined) {
    return ['file', await ofPdf(providers, await uploads.read(run.context, fileId))];
  }
  if (qrUrl === undefined) {
    const own = await inTurn(run, () =>
      keepingPages(run, 'tax_profile', () => portals.constancia(run.context)),
    );
    return ['fiel', await ofPdf(providers, own)];
  }
  const code = qrCodeOf(qrUrl);
  if (!code) return ['qr', refused('qr_url_invalid', 'Not the address of the QR of a Constancia.')];
  const rows = await keepingPages(run, 'tax_profile', () => portals.qrRows(code));
  if (!rows) return ['qr', refused('qr_unknown', 'The SAT knows no such Constancia.')];
  return ['qr', readQrPage(code, rows)];
}

async function ofPdf(providers: PdfProviders, content: Buffer): Promise<ReadProfile> {
  const lines = await textOf(providers, content);
  return 'issues' in lines ? lines : readConstancia(lines.text);
}

const refused = (code: string, message: string): ReadProfile => ({
  issues: [{ path: [], code, message }],
});
