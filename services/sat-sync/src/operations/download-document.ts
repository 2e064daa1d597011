import type { satSync } from '@timbre/contract';
import { parseDocumentRef } from '@timbre/fiscal';
import { conflict, invalid, query } from '@timbre/kit';
import { opinionResource, ComplianceOpinion } from '../store/compliance-opinions';
import { Declaration, declarationResource } from '../store/declarations';
import { readFile, type SatFileKind } from '../store/sat-files';

/**
 * Returns the PDF of a declaration or an opinion, exactly as the SAT sent it. Refusals: not_found;
 * conflict file_missing; validation_error if another format than PDF is requested.
 * - file_missing: the document has no such file
 */
export const downloadDocument = query(
  async (
    read,
    { documentRef, format }: satSync.DownloadDocumentRequest,
  ): Promise<satSync.DownloadDocumentResponse> => {
    const { prefix, id = '' } = parseDocumentRef(documentRef) ?? {};
    const isOpinion = prefix === 'tax_compliance_opinion';
    const name = isOpinion
      ? (await read.get(ComplianceOpinion, id, opinionResource.name)).folio
      : (await read.get(Declaration, id, declarationResource.name)).operationNumber;
    const kind = isOpinion ? (format === 'pdf' ? 'opinion' : undefined) : kinds[format];
    if (!kind) throw unknownFormat();
    const content = await readFile(read, id, kind);
    if (!content) throw conflict('Timbre has no such file of this document.', 'file_missing');
    const fileName = `${name}${kind === 'payment_receipt' ? '-pago' : ''}.pdf`;
    return { content, contentType: 'application/pdf', fileName };
  },
);

const kinds: Record<string, SatFileKind | undefined> = {
  pdf: 'acuse',
  payment: 'payment_receipt',
};

const unknownFormat = () => {
  const message = 'The format must be pdf, or payment for a declaration.';
  return invalid([{ path: ['format'], code: 'format_unknown', message }]);
};
