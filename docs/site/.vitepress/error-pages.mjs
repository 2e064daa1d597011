// Creates a page for each code of a refusal. There are hundreds of error pages, so they are plain HTML
// without scripts.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../catalogue.mjs';

const style = `:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:44rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.6rem;overflow-wrap:anywhere}code{font-family:ui-monospace,monospace}a{color:light-dark(#1f5673,#8cc4e2)}
blockquote{margin:1rem 0;padding:.2rem 1rem;border-left:4px solid light-dark(#1f5673,#8cc4e2)}`;

/** The texts of the error pages in each language, except the meanings of the codes. */
const frames = {
  en: {
    folder: '',
    list: 'Error codes',
    guide: 'How errors work',
    other: { language: 'es', name: 'Español' },
    used: {
      code: `It is the <code>code</code> of an error, <code>error.code</code>, one of a closed set. What the error is
        about stands in <code>error.details</code>.`,
      issue: `It is the <code>code</code> of an issue in <code>error.details.issues</code>, or of a warning. Its
        <code>path</code> names the field of your request, and its <code>message</code> says what to change. After an
        issue, change it and send the request again with a new <code>Idempotency-Key</code>: nothing was written. A
        warning stands beside what was written.`,
      reason: `It is the <code>reason</code> of a refusal, in <code>error.details</code>. The refusal's
        <code>message</code> says what to do first. Where <code>retryable</code> is true, send the same request with
        the same <code>Idempotency-Key</code> again, after <code>retryAfterSeconds</code>.`,
    },
  },
  es: {
    folder: 'es/',
    list: 'Códigos de error',
    guide: 'Cómo funcionan los errores',
    other: { language: 'en', name: 'English' },
    used: {
      code: `Es el <code>code</code> de un error, <code>error.code</code>, uno de una lista cerrada. De qué trata el
        error está en <code>error.details</code>.`,
      issue: `Es el <code>code</code> de una falla en <code>error.details.issues</code>, o de una advertencia. Su
        <code>path</code> nombra el campo de la solicitud y su <code>message</code> dice qué cambiar. Después de una
        falla, cámbielo y envíe la solicitud con una <code>Idempotency-Key</code> nueva: no se escribió nada. Una
        advertencia acompaña a lo que sí se escribió.`,
      reason: `Es el <code>reason</code> de un rechazo, en <code>error.details</code>. El <code>message</code> del
        rechazo dice qué hacer primero. Si <code>retryable</code> es true, envíe la misma solicitud con la misma
        <code>Idempotency-Key</code> después de <code>retryAfterSeconds</code>.`,
    },
  },
};

/** @typedef {keyof typeof frames} Language @typedef {import('../catalogue.mjs').Word} Word */

/** @param {Word} word @param {Language} language */
const meaningOf = ({ sentence, spanish }, language) => (language === 'es' ? spanish : sentence);

/**
 * Writes `errors/<word>.html` and its Markdown, and the same in Spanish below `es/`.
 * @param {string} outDir @param {string} base the path of the site
 */
export function writeErrorPages(outDir, base) {
  for (const language of /** @type {Language[]} */ (['en', 'es'])) {
    const folder = join(outDir, frames[language].folder, 'errors');
    mkdirSync(folder, { recursive: true });
    for (const [code, uses] of Map.groupBy(catalogue(), (word) => word.code)) {
      writeFileSync(join(folder, `${code}.html`), page(code, uses, language, base));
      const meanings = uses.map((word) => `${meaningOf(word, language)}\n`).join('\n');
      writeFileSync(join(folder, `${code}.md`), `# ${code}\n\n${meanings}`);
    }
  }
  writeFileSync(join(outDir, 'errors', 'page.css'), style);
}

/** @param {string} code @param {Word[]} uses @param {Language} language @param {string} base */
function page(code, uses, language, base) {
  const { folder, list, guide, other, used } = frames[language];
  const home = `${base}${folder}`;
  const there = `${base}${frames[/** @type {Language} */ (other.language)].folder}`;
  const meanings = uses.map((word) => meaningOf(word, language));
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${code} | Timbre</title>
    <meta name="description" content="${plain(meanings[0] ?? '').replaceAll('`', '')}" />
    <link rel="icon" href="${base}favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${base}errors/page.css" />
  </head>
  <body>
    <main>
      <p>
        <a href="${home}">Timbre</a> · <a href="${home}errors/">${list}</a> ·
        <a href="${there}errors/${code}" lang="${other.language}">${other.name}</a>
      </p>
      <h1><code>${code}</code></h1>
${uses
  .map(
    (word, at) => `      <blockquote><p>${html(meanings[at] ?? '')}</p></blockquote>
      <p>${used[word.kind]}</p>`,
  )
  .join('\n')}
      <p><a href="${home}guides/errors">${guide}</a></p>
    </main>
  </body>
</html>
`;
}

/** Converts a line of Markdown to text for HTML. @param {string} line */
const plain = (line) =>
  line
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;');

/** Returns the line of an error with its code. @param {string} line */
export const html = (line) => plain(line).replace(/`([^`]+)`/g, '<code>$1</code>');
