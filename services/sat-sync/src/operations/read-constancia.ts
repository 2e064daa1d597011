import type { satSync } from '@timbre/contract';
import { invalid, type Operation } from '@timbre/kit';
import { firstIn } from '@timbre/fiscal';
import { readConstancia as read } from '../domain/taxpayers/constancia';
import { textOf, type PdfProviders } from '../workflows/read-pdf';

/** The size limit of a Constancia, which normally has some hundred kilobytes. */
const bytesMax = 2 << 20;

/**
 * Reads a Constancia that a visitor uploads on a public page. The uploaded file and its data are not
 * stored. A worker with limits on time and memory reads the PDF.
 * @throws Refusal validation_error with the issues of the file
 */
export const readConstancia: Operation<satSync.ReadConstanciaRequest, PdfProviders> = {
  async run(runtime, _, { content }) {
    const refused = (code: string, message: string) =>
      invalid([{ path: ['constancia'], code, message }]);
    if (content.length > bytesMax)
      throw refused('body_too_large', `A Constancia may have at most ${bytesMax} bytes.`);
    const lines = await textOf(runtime.providers, content);
    const found = 'issues' in lines ? lines : read(lines.text);
    if ('profile' in found) return Buffer.from(JSON.stringify({ data: found.profile }));
    const issue = firstIn(found.issues);
    throw refused(issue.code, issue.message);
  },
};
