import { parse } from 'csv-parse';
import { request, type Dispatcher } from 'undici';
import { SatFault } from '../domain/sat-fault';

/** The size limit of a list; the largest list has some twenty megabytes. */
const bytesMax = 256 << 20;
const timeoutMs = 10 * 60_000;
/**
 * The characters that replace accented letters in a list if the conversion of the file at the SAT
 * failed.
 */
const garbled = 'ï¿½';

export interface ListSource {
  /**
   * The modification date of the file in the HTTP response of the server. A date inside the list
   * takes precedence over this modification date.
   */
  modifiedAt: Date | undefined;
  rows: AsyncIterable<string[]>;
}

/**
 * Opens a list and streams its rows, so that only some kilobytes are in memory at a time.
 * @throws SatFault
 */
export async function openList(url: URL, agent?: Dispatcher): Promise<ListSource> {
  const place = `${url.origin}${url.pathname}`;
  const options = {
    signal: AbortSignal.timeout(timeoutMs),
    headers: { 'user-agent': 'Timbre' },
    ...(agent && { dispatcher: agent }),
  };
  const answer = await request(url, options).catch((cause: { code?: string; name?: string }) => {
    throw new SatFault('sat_unavailable', `${place} gave no answer: ${cause.code ?? cause.name}`);
  });
  const { statusCode, headers, body } = answer;
  if (statusCode !== 200) {
    body.destroy();
    throw new SatFault('sat_unavailable', `${place} answered ${statusCode}`);
  }
  const modified = new Date([headers['last-modified'] ?? ''].flat()[0] ?? '');
  const modifiedAt = Number.isNaN(modified.getTime()) ? undefined : modified;
  return { modifiedAt, rows: rowsOf(decoded(body as AsyncIterable<Buffer>, place)) };
}

async function* decoded(body: AsyncIterable<Buffer>, place: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('windows-1252');
  let length = 0;
  let tail = '';
  for await (const chunk of body) {
    length += chunk.length;
    if (length > bytesMax) throw new SatFault('page_not_recognised', `${place} is too large`);
    const text = decoder.decode(chunk, { stream: true });
    if ((tail + text).includes(garbled)) {
      throw new SatFault('page_not_recognised', `${place} was encoded twice`);
    }
    tail = text.slice(-2);
    yield text;
  }
}

async function* rowsOf(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  const parser = parse({
    relaxQuotes: true,
    relaxColumnCount: true,
    skipEmptyLines: true,
    maxRecordSize: 64 << 10,
  });
  const feeding = (async () => {
    for await (const part of text) {
      if (!parser.write(part)) await new Promise((resolve) => parser.once('drain', resolve));
    }
    parser.end();
  })().catch((error: unknown) => parser.destroy(error as Error));
  for await (const row of parser) yield row as string[];
  await feeding;
}
