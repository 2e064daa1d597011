import type { fiscalCfdi } from '@timbre/contract';
import { invalid, longCommand, replyValue, type Operation } from '@timbre/kit';
import type { ImportReaderProviders } from '../domain/drafting/read-documents';
import { profileIn } from '../store/set-up/read-profile';
import { importAll, readGiven } from '../workflows/documents/import-documents';
import { profileMissing } from '../workflows/drafting/accept-draft';

/**
 * The maximum number of documents in a batch, which keeps its transaction short. The maximum number of bytes
 * is the limit of gRPC messages.
 */
const documentsMax = 500;

const storedOnce = longCommand(
  async (run, { documents }: fiscalCfdi.ImportCfdiRequest, providers: ImportReaderProviders) => {
    if (documents.length > documentsMax) {
      const message = `At most ${documentsMax} documents.`;
      throw invalid([{ path: ['documents'], code: 'too_big', message }]);
    }
    const profile = await run.step(profileIn);
    if (!profile) throw profileMissing();
    const given = await readGiven(providers, profile.rfc, documents);
    return run.finish(async (tx) => replyValue(await importAll(tx, given)));
  },
);

/**
 * Stores CFDI from the SAT's mass download, each document once.
 * - The XML of a document that is known only from metadata completes the document. Metadata can cancel a
 *   document, but never make it valid again.
 * - A document that cannot be imported does not affect the others.
 * - A repeated call with the same key returns the result of the first call. With another key, the documents
 *   are reported as `unchanged`.
 * - A document that the organization issued to itself is stored as issued, whichever direction the SAT
 *   reports.
 * - A draft that became an issued CFDI gets its stamp, and is reported as `updated`.
 * - A document whose stamp has an unknown outcome in Timbre is otherwise reported as `unchanged` until the outcome is
 *   known.
 * @throws Refusal conflict without a profile, validation_error for a batch that is too large
 */
export const importCfdi: Operation<
  fiscalCfdi.ImportCfdiRequest,
  ImportReaderProviders,
  fiscalCfdi.ImportCfdiResponse
> = {
  async run(runtime, context, request) {
    const body = await storedOnce.run(runtime, context, request);
    const { data } = JSON.parse(body.toString()) as { data: fiscalCfdi.ImportedSatCfdi[] };
    return { documents: data };
  },
};
