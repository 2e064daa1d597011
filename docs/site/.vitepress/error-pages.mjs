// A page for each word of a refusal. There are hundreds of them, so they are plain HTML without scripts.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../catalogue.mjs';

const style = `:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:44rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.6rem;overflow-wrap:anywhere}code{font-family:ui-monospace,monospace}a{color:light-dark(#1f5673,#8cc4e2)}
blockquote{margin:1rem 0;padding:.2rem 1rem;border-left:4px solid light-dark(#1f5673,#8cc4e2)}`;

const used = {
  code: {
    where: 'It is the <code>code</code> of an error, <code>error.code</code>, one of a closed set.',
    what: 'What the error is about stands in <code>error.details</code>.',
  },
  issue: {
    where: 'It is the <code>code</code> of an issue in <code>error.details.issues</code>.',
    what: `The issue's <code>path</code> names the field of your request, and its <code>message</code> says what to
      change. Change it and send the request again with a new <code>Idempotency-Key</code>: nothing was written.`,
  },
  reason: {
    where: 'It is the <code>reason</code> of a refusal, in <code>error.details</code>.',
    what: `The refusal's <code>message</code> says what to do first. Where <code>retryable</code> is true, send the
      same request with the same <code>Idempotency-Key</code> again, after <code>retryAfterSeconds</code>.`,
  },
};

/**
 * Writes `errors/<word>.html` and its Markdown.
 * @param {string} outDir @param {string} base the path of the site
 */
export function writeErrorPages(outDir, base) {
  mkdirSync(join(outDir, 'errors'), { recursive: true });
  writeFileSync(join(outDir, 'errors', 'page.css'), style);
  for (const [code, uses] of Map.groupBy(catalogue(), (word) => word.code)) {
    const file = join(outDir, 'errors', code);
    writeFileSync(`${file}.html`, page(code, uses, base));
    const sentences = uses.map(({ sentence }) => `${sentence}\n`).join('\n');
    writeFileSync(`${file}.md`, `# ${code}\n\n${sentences}`);
  }
}

/** @param {string} code @param {import('../catalogue.mjs').Word[]} uses @param {string} base */
const page = (code, uses, base) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${code} | Timbre</title>
    <meta name="description" content="${plain(uses[0]?.sentence ?? '').replaceAll('`', '')}" />
    <link rel="icon" href="${base}favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${base}errors/page.css" />
  </head>
  <body>
    <main>
      <p><a href="${base}">Timbre</a> · <a href="${base}errors/">Error codes</a></p>
      <h1><code>${code}</code></h1>
${uses
  .map(
    ({ kind, sentence }) => `      <blockquote><p>${html(sentence)}</p></blockquote>
      <p>${used[kind].where} ${used[kind].what}</p>`,
  )
  .join('\n')}
      <p><a href="${base}guides/errors">How errors work</a></p>
    </main>
  </body>
</html>
`;

/** A line of Markdown as text for HTML. @param {string} line */
const plain = (line) =>
  line
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;');

/** The same with its code. @param {string} line */
const html = (line) => plain(line).replace(/`([^`]+)`/g, '<code>$1</code>');
