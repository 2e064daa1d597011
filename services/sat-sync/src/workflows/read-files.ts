import { invalid, type CallContext, type Issue, type Run, type Transaction } from '@timbre/kit';
import { firstIn } from '@timbre/fiscal';
import { readDeclaration } from '../domain/declarations/read-declaration';
import type { UploadedPdfs } from '../domain/portals';
import { readOpinion } from '../domain/taxpayers/opinion';
import type { SourceCounts } from './read-declarations';
import { recordDeclaration, type Recorded } from './record-declaration';
import { recordOpinion } from './record-opinion';
import { textOf, type PdfProviders } from './read-pdf';

export interface FileProviders extends PdfProviders {
  uploads: UploadedPdfs<CallContext>;
}

/**
 * Imports uploaded PDFs, for which no FIEL is needed: filing receipts (acuses) and payment receipts
 * of declarations, and opinions.
 * @param rfc the RFC in the organization's fiscal profile
 * @throws Refusal validation_error with the issues of every file: rfc_mismatch, pdf_unreadable,
 * pdf_without_text, pdf_too_long, and the issues of the documents; not_found if a file does not exist
 */
export async function readFiles(
  run: Run,
  providers: FileProviders,
  rfc: string,
  fileIds: readonly string[],
): Promise<SourceCounts> {
  const counts: SourceCounts = { found: fileIds.length, imported: 0, updated: 0, skipped: 0 };
  const issues: Issue[] = [];
  const documents: ((tx: Transaction) => Promise<Recorded>)[] = [];
  for (const [index, fileId] of fileIds.entries()) {
    const content = await providers.uploads.read(run.context, fileId);
    const read = await readFile(providers, rfc, content);
    if (typeof read === 'function') documents.push(read);
    else issues.push(...read.map((issue) => ({ ...issue, path: ['fileIds', index] })));
  }
  if (issues.length > 0) throw invalid(issues);
  for (const record of documents) {
    const outcome = await run.step(record);
    if (outcome === 'imported' || outcome === 'updated') counts[outcome] += 1;
    else counts.skipped += 1;
  }
  return counts;
}

/** Returns a function that stores the document of a file, or returns the issues of the file. */
async function readFile(
  providers: PdfProviders,
  rfc: string,
  content: Buffer,
): Promise<((tx: Transaction) => Promise<Recorded>) | Issue[]> {
  const lines = await textOf(providers, content);
  if ('issues' in lines) return lines.issues;
  const read = readOpinion(lines.text);
  if ('opinion' in read) {
    const { opinion } = read;
    if (opinion.rfc !== rfc) return [otherRfc(rfc)];
    return (tx) => recordOpinion(tx, opinion, content, 'file');
  }
  const declaration = readDeclaration(lines.text);
  if ('issues' in declaration) {
    const isOpinion = firstIn(read.issues).code !== 'document_not_recognised';
    return isOpinion ? read.issues : declaration.issues;
  }
  const { facts } = declaration;
  if (facts.rfc !== rfc) return [otherRfc(rfc)];
  const reading = { rfc, fiscalYear: facts.fiscalYear, source: 'file', facts } as const;
  return (tx) => recordDeclaration(tx, reading, { document: facts.document, content });
}

const otherRfc = (rfc: string): Issue => ({
  path: [],
  code: 'rfc_mismatch',
  message: `The document belongs to another RFC than ${rfc}.`,
});
