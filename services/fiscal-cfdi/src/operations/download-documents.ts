import type { fiscalCfdi } from '@timbre/contract';
import { certain, parseDocumentRef } from '@timbre/fiscal';
import {
  command,
  conflict,
  isIdentifier,
  notFound,
  replyWith,
  type Issue,
  type Transaction,
} from '@timbre/kit';
import type { DocumentKind } from '../domain/document-kind';
import {
  DocumentDownload,
  downloadable,
  downloadResource,
  type DownloadableDocument,
  type DownloadFormat,
} from '../store/files/document-downloads';

/**
 * Queues a ZIP of many documents, which a job then creates. The operation refuses with not_found or
 * conflict xml_missing, and lists every document that does not exist or lacks the requested XML.
 */
export const downloadDocuments = command(
  async (tx, { documentRefs, format }: fiscalCfdi.DownloadDocumentsRequest) => {
    const wanted = format as DownloadFormat;
    const found = await requireDocuments(tx, documentRefs, wanted);
    const id = tx.add(DocumentDownload, {
      version: 1,
      format: wanted,
      documentRefs,
      hasPayroll: found.some((row) => row.isPayroll),
      state: 'preparing',
      done: 0,
      omitted: [],
      attempts: 0,
      dueAt: tx.now,
      createdAt: tx.now,
    });
    return replyWith(downloadResource, id);
  },
);

const idsIn = (refs: string[], kind: DocumentKind): string[] =>
  refs.flatMap((reference) => parseDocumentRef(reference, kind)?.id ?? []).filter(isIdentifier);

async function requireDocuments(
  tx: Transaction,
  documentRefs: string[],
  format: DownloadFormat,
): Promise<DownloadableDocument[]> {
  const refs = documentRefs.map((reference) => reference.toLowerCase());
  const rows = await downloadable(tx, idsIn(refs, 'cfdi'), idsIn(refs, 'withholding'));
  const found = new Map(rows.map((row) => [row.ref, row]));
  const issuesWhere = (
    isFault: (row: DownloadableDocument | undefined) => boolean,
    fault: Omit<Issue, 'path'>,
  ) =>
    refs.flatMap((ref, index) =>
      isFault(found.get(ref)) ? [{ path: ['documentRefs', index], ...fault }] : [],
    );
  const missing = issuesWhere((row) => !row, {
    code: 'not_found',
    message: `No document with this reference exists.`,
  });
  if (missing.length > 0) throw notFound('document', missing);
  if (format === 'pdf') return rows;
  const withoutXml = issuesWhere((row) => !certain(row, 'row').hasXml, {
    code: 'xml_missing',
    message: 'This document has no XML; stamp it first or ask for pdf.',
  });
  if (withoutXml.length > 0)
    throw conflict('Some of the documents have no XML.', 'xml_missing', withoutXml);
  return rows;
}
