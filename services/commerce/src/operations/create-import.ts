import type { commerce } from '@timbre/contract';
import { conflict, longCommand, notFound, replyWith, type CallContext } from '@timbre/kit';
import type { ImportKind } from '../domain/imports/columns';
import type { ImportProviders } from '../domain/ports';
import { countOpenImports, Import, importResource } from '../store/imports';

/**
 * The maximum number of an organization's imports that are being read or in preview; each has at
 * most 50,000 rows.
 */
const openMax = 5;

/**
 * Creates an import. A job reads the file after the response.
 *
 * - too_many_imports: too many imports are open; commit or cancel one
 */
export const createImport = longCommand(
  async (run, request: commerce.CreateImportRequest, { files }: ImportProviders<CallContext>) => {
    const { fileId } = request;
    const file = await files.find(run.context, fileId);
    if (!file) {
      const message = 'Your organization has no such file.';
      throw notFound('file', [{ path: ['fileId'], code: 'file_not_found', message }]);
    }
    return run.finish(async (tx) => {
      if ((await countOpenImports(tx, openMax)) === openMax) {
        const message = `${openMax} imports are open; commit or cancel one.`;
        throw conflict(message, 'too_many_imports');
      }
      const id = tx.add(Import, {
        kind: request.kind as ImportKind,
        state: 'parsing',
        fileId,
        fileName: file.fileName,
        version: 1,
        rowsDone: 0,
        issues: [],
        attempts: 0,
        dueAt: tx.now,
        createdAt: tx.now,
        updatedAt: tx.now,
      });
      return replyWith(importResource, id);
    });
  },
);
