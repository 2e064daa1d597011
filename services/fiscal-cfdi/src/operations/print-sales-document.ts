import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { brandingOf } from '../store/set-up/branding';
import { profileOf } from '../store/set-up/read-profile';
import { profileMissing } from '../workflows/drafting/accept-draft';
import type { PdfProviders } from '../workflows/files/document-file';

/**
 * Renders a sales document as a PDF. The operation refuses with conflict fiscal_profile_missing, because
 * the issuer's name comes from the fiscal profile.
 */
export const printSalesDocument = query(
  async (
    read,
    sale: fiscalCfdi.PrintSalesDocumentRequest,
    { pdf }: PdfProviders,
  ): Promise<fiscalCfdi.PrintSalesDocumentResponse> => {
    const [seller, branding] = await Promise.all([profileOf(read), brandingOf(read)]);
    if (!seller) throw profileMissing();
    const content = await pdf.print({ sale, seller, ...(branding && { branding }) });
    return { content: Buffer.from(content) };
  },
);
