import { Piscina } from 'piscina';
import { readDocuments, type ReadRequest } from '../domain/drafting/read-documents';
import { documentAuthorities, type PacCertificateSources } from './trusted-authorities';

const known = documentAuthorities(Piscina.workerData as PacCertificateSources);

/**
 * The entry point of a worker thread. The thread returns its results as JSON, in the form in which they are
 * stored.
 */
export default function readInWorker(request: ReadRequest): string {
  return JSON.stringify(readDocuments(request, known));
}
