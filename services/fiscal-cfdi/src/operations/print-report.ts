import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { brandingOf } from '../store/set-up/branding';
import { profileOf } from '../store/set-up/read-profile';
import { profileMissing } from '../workflows/drafting/accept-draft';
import type { PdfProviders } from '../workflows/files/document-file';

/**
 * Renders a report as a PDF. The operation refuses with conflict fiscal_profile_missing, because the
 * issuer's name comes from the fiscal profile.
 */
export const printReport = query(
  async (
    read,
    report: fiscalCfdi.PrintReportRequest,
    { pdf }: PdfProviders,
  ): Promise<fiscalCfdi.PrintReportResponse> => {
    const [seller, branding] = await Promise.all([profileOf(read), brandingOf(read)]);
    if (!seller) throw profileMissing();
    const content = await pdf.print({ report, seller, ...(branding && { branding }) });
    return { content: Buffer.from(content) };
  },
);
