import { itemAt } from '@timbre/fiscal';
/**
 * Returns the value of an XML attribute. A regular expression is enough, because the responses of the
 * mass download are small and flat: attributes of one element and a few texts.
 */
export const attribute = (text: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(text);
  return found ? unescaped(found[1] ?? itemAt(found, 2)) : undefined;
};

/** Returns the texts of all XML elements with a given local name. */
export const elements = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([^<]*)</`, 'g'))].map(
    ([, value = '']) => unescaped(value.trim()),
  );

export interface Result {
  code: string;
  message: string;
  text: string;
}

/**
 * Returns the opening tag and the code of a result element, or undefined for a SOAP fault or any
 * other page.
 */
export function resultOf(text: string, name: RegExp): Result | undefined {
  const tag = new RegExp(`<(?:\\w+:)?${name.source}(?=[\\s/>])[^>]*>`).exec(text)?.[0];
  const code = tag === undefined ? undefined : attribute(tag, 'CodEstatus');
  if (tag === undefined || code === undefined) return undefined;
  return { code, message: attribute(tag, 'Mensaje') ?? '', text: tag };
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

export interface PackageRead {
  code: string;
  message: string;
  bytes: number;
  /** Whether the text is not valid base64, or ends before the package is complete. */
  isBroken: boolean;
}

/** The size limit of a package in bytes; the SAT's packages have some ten megabytes. */
const packageBytesMax = 512 << 20;
const opening = /<(?:\w+:)?Paquete(?:\s[^>]*)?>/;
const headMax = 64 << 10;
/**
 * The characters that separate lines of base64; XML may write a line end as a character reference.
 */
const lineEnds = /\s+|&#(?:x[ad]|1[03]);/gi;

/**
 * Reads the response to a download request piece by piece. The package is a single base64 text of up to
 * hundreds of megabytes, which is too large for an XML parser. The result is undefined if the response
 * has no SAT header.
 */
export async function packageBytes(
  body: AsyncIterable<Buffer>,
  write: (bytes: Buffer) => Promise<void>,
): Promise<PackageRead | undefined> {
  let head = '';
  let pending = '';
  let bytes = 0;
  let isBroken = false;
  let state: 'head' | 'base64' | 'end' = 'head';
  const decode = async (text: string, isLast: boolean) => {
    // The start of a character reference that continues in the next piece of the response.
    const begun = isLast ? '' : (/&[^;]*$/.exec(text.slice(-4))?.[0] ?? '');
    const clean = text.slice(0, text.length - begun.length).replace(lineEnds, '');
    const usable = isLast ? clean.length : clean.length - (clean.length % 4);
    pending = clean.slice(usable) + begun;
    const part = clean.slice(0, usable);
    isBroken ||= (isLast && part.length % 4 !== 0) || !/^[A-Za-z0-9+/]*={0,2}$/.test(part);
    const decoded = Buffer.from(part, 'base64');
    if ((bytes += decoded.length) > packageBytesMax) throw new Error('the package is too large');
    if (decoded.length > 0 && !isBroken) await write(decoded);
  };
  for await (const piece of body) {
    let text = piece.toString('latin1');
    if (state === 'head') {
      head += text;
      const tag = opening.exec(head);
      if (!tag) {
        if (head.length > headMax) return undefined;
        continue;
      }
      text = head.slice(tag.index + tag[0].length);
      head = head.slice(0, tag.index);
      state = 'base64';
    }
    if (state !== 'base64') continue;
    const end = text.indexOf('<');
    await decode(pending + (end < 0 ? text : text.slice(0, end)), end >= 0);
    if (end >= 0) state = 'end';
  }
  const result = resultOf(head, /respuesta/);
  if (!result) return undefined;
  return {
    code: result.code,
    message: result.message,
    bytes,
    isBroken: isBroken || state === 'base64',
  };
}
