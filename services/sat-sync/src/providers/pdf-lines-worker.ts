import { readPdfLines } from './pdf-lines';

/** The entry point of a worker thread. */
export default readPdfLines;
