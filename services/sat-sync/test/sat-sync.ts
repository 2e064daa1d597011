import { serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import type { CallContext } from '@timbre/kit';
import type { PdfLines } from '../src/domain/pdf-lines';
import type { SatPortals, UploadedPdfs } from '../src/domain/portals';
import { constraints } from '../src/store/constraints';
import { entities } from '../src/store/entities';
import { migrations } from '../src/store/migrations';

/** Starts sat-sync with a separate database. */
export const startSatSync = (): Promise<ServiceRuntime> =>
  serviceRuntime({ service: 'sat_sync', entities, migrations, constraints });

/**
 * A PDF reader for tests that reads simulated PDFs. A simulated PDF consists of the first five
 * bytes of a PDF, followed by a text.
 */
export const textPdfs = {
  read: (bytes: Uint8Array): Promise<PdfLines> => {
    const text = Buffer.from(bytes).toString('utf8').slice(5);
    return Promise.resolve(text === '' ? { fault: 'pdf_without_text' } : { text });
  },
};

export const textPdf = (text: string): Buffer => Buffer.from(`%PDF-${text}`);

export const unusedPortals: SatPortals<CallContext> = {
  declarations: () => Promise.reject(new Error('unused')),
  opinion: () => Promise.reject(new Error('unused')),
  constancia: () => Promise.reject(new Error('unused')),
  qrRows: () => Promise.reject(new Error('unused')),
};

/** Returns a reader of uploaded files that contain the given texts, keyed by file identifier. */
export const uploadsOf = (files: Record<string, string>): UploadedPdfs<CallContext> => ({
  read: (_, fileId) => Promise.resolve(textPdf(files[fileId] ?? '')),
});
