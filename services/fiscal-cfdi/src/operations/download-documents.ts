import type { fiscalCfdi } from '@timbre/contract';
import { parseDocumentRef } from '@timbre/fiscal';
import {
  command, conflict, isIdentifier, notFound, replyWith, type Issue, type Transaction,
} from '@timbre/kit'; // prettier-ignore
import { cfdiName } from '../store/cfdi';
import {
  DocumentDownload,
  downloadResource,
  type DownloadFormat,
} from '../store/document-downloads';

interface Found {
  id: string;
  has_xml: boolean;
}

/**
 * Queues a ZIP of many documents; a job prepares it. Refusals name every document that is missing
 * (not_found) or has no XML where XML is wanted (conflict xml_missing).
 */
export const downloadDocuments = command(
  async (tx, { documentRefs, format }: fiscalCfdi.DownloadDocumentsRequest) => {
    const wanted = format as DownloadFormat;
    await requireDocuments(tx, documentRefs, wanted);
    const id = tx.add(DocumentDownload, {
      version: 1,
      format: wanted,
      documentRefs,
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

async function requireDocuments(
  tx: Transaction,
  documentRefs: string[],
  format: DownloadFormat,
): Promise<void> {
  const ids = documentRefs.map((reference) => parseDocumentRef(reference, 'cfdi')?.id);
  const rows = await tx.execute<Found>(
    `select id, stamped_xml is not null as has_xml from cfdi
     where org_id = ? and id in (select jsonb_array_elements_text(?::jsonb)::uuid)`,
    [tx.organizationId, JSON.stringify(ids.filter((id) => id !== undefined && isIdentifier(id)))],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  const issuesWhere = (isFault: (row: Found | undefined) => boolean, fault: Omit<Issue, 'path'>) =>
    ids.flatMap((id, index) =>
      isFault(found.get(id?.toLowerCase() ?? ''))
        ? [{ path: ['documentRefs', index], ...fault }]
        : [],
    );
  const missing = issuesWhere((row) => !row, {
    code: 'not_found',
    message: `No ${cfdiName} with this reference exists.`,
  });
  if (missing.length > 0) throw notFound(cfdiName, missing);
  if (format === 'pdf') return;
  const withoutXml = issuesWhere((row) => !row!.has_xml, {
    code: 'xml_missing',
    message: 'This document has no XML; stamp it first or ask for pdf.',
  });
  if (withoutXml.length > 0)
    throw conflict('Some of the documents have no XML.', 'xml_missing', withoutXml);
}
