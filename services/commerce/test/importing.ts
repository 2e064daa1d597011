import { notFound, type CallContext } from '@timbre/kit';
import type { ServiceRuntime } from '@timbre/testkit';
import type { ImportProviders } from '../src/domain/ports';
import { sheetReader } from '../src/providers/sheet-reader';
import { commitImport } from '../src/operations/commit-import';
import { createImport } from '../src/operations/create-import';
import { getImport } from '../src/operations/get-import';
import { listImportRows } from '../src/operations/list-import-rows';
import { readImport } from '../src/workflows/imports/read-import';
import { writeImport } from '../src/workflows/imports/write-import';
import { startCommerce } from './commerce';

type Providers = ImportProviders<CallContext>;
export type ImportService = ServiceRuntime<Providers> & { files: Map<string, Buffer> };

/** Starts commerce with uploaded files in memory, keyed by identifier. */
export async function startImporting(): Promise<ImportService> {
  const files = new Map<string, Buffer>();
  const contentOf = (fileId: string) => {
    const content = files.get(fileId);
    if (!content) throw notFound('file');
    return content;
  };
  const providers: Providers = {
    files: {
      find: (_, fileId) =>
        Promise.resolve(files.has(fileId) ? { fileName: fileId, byteSize: 1 } : undefined),
      read: (_, fileId) => Promise.resolve().then(() => contentOf(fileId)),
    },
    sheets: sheetReader(),
  };
  return Object.assign(await startCommerce(providers), { files });
}

/**
 * Creates an import of these lines, and reads the lines into its preview.
 * @returns the identifier of the import
 */
export async function addImport(
  service: ImportService,
  context: CallContext,
  kind: string,
  content: string | Buffer,
): Promise<string> {
  const fileId = `${service.files.size}.csv`;
  service.files.set(fileId, Buffer.from(content));
  const { importId } = await service.answer(createImport, context, { kind, fileId });
  await readImport(service.runtime, context, importId as string);
  return importId as string;
}

export const shownImport = (service: ImportService, context: CallContext, importId: string) =>
  service.answer(getImport, context, { importId });

interface ShownRow {
  line: number;
  action: string;
  values: Record<string, unknown>;
  cleared: string[];
  issues: { path: (string | number)[]; code: string }[];
  warnings?: { path: (string | number)[]; code: string }[];
  recordId?: string;
  current?: Record<string, unknown>;
  result?: string;
}

export async function rowsOf(
  service: ImportService,
  context: CallContext,
  importId: string,
  asked: { query?: string; dateFrom?: string; dateTo?: string } = {},
): Promise<ShownRow[]> {
  const page = { limit: 50, ...asked };
  const { data } = await service.page(listImportRows, context, { importId, page });
  return data as unknown as ShownRow[];
}

/** Returns each row as a short text: `line action path: code …`. */
export const inShort = (rows: ShownRow[]): string[] =>
  rows.map(({ line, action, issues, result }) =>
    [
      line,
      action,
      ...issues.map(({ path, code }) => `${path.join('.')}: ${code}`),
      ...(result ? [result] : []),
    ].join(' '),
  );

/** Commits an import and writes all its rows. */
export async function commit(
  service: ImportService,
  context: CallContext,
  importId: string,
): Promise<Record<string, unknown>> {
  await service.answer(commitImport, context, { importId, onlyIfAllValid: false });
  await writeImport(service.runtime, context, importId);
  return shownImport(service, context, importId);
}
