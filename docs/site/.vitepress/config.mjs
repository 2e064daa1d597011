// Configures the documentation site that every deployment serves at /docs. The site loads nothing from other
// hosts.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import llmstxt from 'vitepress-plugin-llms';
import { catalogue } from '../catalogue.mjs';
import { writeErrorPages } from './error-pages.mjs';
import { linksOf, words } from './words.mjs';

const base = '/docs/';

/** Paths below the site that other code serves; `/errors/` itself is a page of the site. */
const besides = new Set([
  '/reference',
  '/es/reference',
  '/timbre.postman_collection.json',
  '/assistants',
  ...catalogue().flatMap(({ code }) => [`/errors/${code}`, `/es/errors/${code}`]),
]);

/** The template of llms.txt: the descriptions of the API, then the pages. */
const listForAssistants = `# {title}

{description}

{details}

## API

- [OpenAPI](/openapi.json): Every operation, event and field of the API, with examples.
- [OpenAPI in Spanish](/openapi.es.json): The same with Spanish words for operations, events and parameters.

## Table of Contents

Each page is also in Spanish, as in /docs/es/quick-start.md.

{toc}
`;

export default defineConfig({
  base,
  title: 'Timbre',
  outDir: '../../gateway/dist/site',
  cacheDir: '../../.timbre/vitepress',
  srcExclude: ['README.md'],
  cleanUrls: true,
  // Data in an inline script would need a policy that allows inline scripts.
  metaChunk: true,
  head: [['link', { rel: 'icon', href: `${base}favicon.svg`, type: 'image/svg+xml' }]],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => {
      md.core.ruler.push('besides', leaveSite);
      breakWords(md);
    },
  },
  buildEnd: ({ outDir }) => writeErrorPages(outDir, base),
  locales: {
    root: { label: 'English', lang: 'en', ...localeOf('en') },
    es: { label: 'Español', lang: 'es-MX', ...localeOf('es') },
  },
  themeConfig: {
    search: {
      provider: 'local',
      options: { locales: { es: { translations: words.es.search } } },
    },
  },
  transformHtml: (html, _, { siteConfig }) => withoutInlineScripts(html, siteConfig.outDir),
  vite: {
    plugins: [
      llmstxt({
        domain: '',
        ignoreFiles: ['errors/*', 'es/errors/*'],
        // Every page is a file in both languages, but the lists name each page once.
        ignoreFilesPerOutput: { llmsTxt: ['es/**'], llmsFullTxt: ['es/**'] },
        excludeIndexPage: false,
        customLLMsTxtTemplate: listForAssistants,
      }),
    ],
    build: { chunkSizeWarningLimit: 2_000 },
  },
});

/** @param {'en' | 'es'} language */
function localeOf(language) {
  const { description, theme } = words[language];
  return { description, themeConfig: { ...theme, ...linksOf(language) } };
}

/**
 * Moves each inline script into a file, so that the pages' policy can allow only scripts that are files.
 * @param {string} html @param {string} outDir
 */
function withoutInlineScripts(html, outDir) {
  return html.replace(/<script( id="[\w-]+")?>([^]*?)<\/script>/g, (_, id, code) => {
    const name = `inline.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
    mkdirSync(join(outDir, 'assets'), { recursive: true });
    writeFileSync(join(outDir, 'assets', name), code);
    return `<script${id ?? ''} src="${base}assets/${name}"></script>`;
  });
}

/**
 * Links to pages beside the site leave its router. The build checks all links within the site.
 * @param {{ tokens: any[] }} state
 */
function leaveSite({ tokens }) {
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const href = token.attrGet('href') ?? '';
    if (!besides.has(href)) continue;
    token.attrSet('href', `${base.slice(0, -1)}${href}`);
    token.attrSet('target', '_self');
  }
}

/**
 * Lets a line end inside a long name in code, such as `details.issues` or `operation_in_progress`. Without
 * these breaks, a table with such names is wider than the page.
 * @param {{ renderer: { rules: Record<string, any> } }} md
 */
function breakWords({ renderer: { rules } }) {
  const write = rules.code_inline;
  rules.code_inline = (/** @type {unknown[]} */ ...given) => {
    const [, start, code, end] = /^(<code[^>]*>)([^]*)(<\/code>)$/.exec(write(...given)) ?? [];
    if (code === undefined) throw new Error('The code of a line has another form.');
    return `${start}${code.replace(/(?<=[_./:,])(?=\w)|(?<=[a-z])(?=[A-Z])/g, '<wbr>')}${end}`;
  };
}
