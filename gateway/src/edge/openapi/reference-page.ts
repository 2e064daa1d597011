import type { Language } from '@timbre/api';

/**
 * The text in the head of the page in each language, and the path of the page in the other
 * language.
 */
const heads = {
  en: { title: 'Timbre API', guides: 'Guides', home: '/docs/', other: 'es', change: 'Español' },
  es: {
    title: 'API de Timbre',
    guides: 'Guías',
    home: '/docs/es/',
    other: 'en',
    change: 'English',
  },
} as const;

/** The paths of the reference page and of the OpenAPI document that the page shows, by language. */
const referencePaths: Readonly<Record<Language, { page: string; description: string }>> = {
  en: { page: '/docs/reference', description: '/openapi.json' },
  es: { page: '/docs/es/reference', description: '/openapi.es.json' },
};

/** The height of the page head, which Scalar reserves above its own content. */
const headHeight = '40px';

const style = `:root{--scalar-custom-header-height:${headHeight}}
body>nav{position:sticky;top:0;z-index:100;box-sizing:border-box;height:${headHeight};padding:0 1rem;display:flex;
gap:1.25rem;align-items:center;font:15px system-ui,sans-serif;color:var(--scalar-color-1,#1c2430);
background:var(--scalar-background-1,#fff);border-bottom:1px solid var(--scalar-border-color,#d9dfe7)}
body>nav a{color:inherit}body>nav a:last-child{margin-left:auto}`;

/**
 * Returns the reference page in the given language. A script of the same origin renders the page
 * from the OpenAPI document.
 */
export function referencePage(language: Language): string {
  const { title, guides, home, other, change } = heads[language];
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <style>${style}</style>
  </head>
  <body>
    <nav>
      <a href="${home}">Timbre</a>
      <a href="${home}quick-start">${guides}</a>
      <a id="language" href="${referencePaths[other].page}" lang="${other}" hreflang="${other}">${change}</a>
    </nav>
    <div id="app" data-description="${referencePaths[language].description}"></div>
    <script src="/docs/reference.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;
}

/**
 * The script that renders the reference page. One of Scalar's Spanish labels is wider than a narrow
 * window, so the script replaces that label. The link to the other language keeps the operation,
 * which is in the URL fragment.
 */
export const referenceStart = `const narrow = { authentication: { required: 'Requiere llave' } };
const { lang } = document.documentElement;
Scalar.createApiReference('#app', {
  url: document.querySelector('#app').dataset.description,
  localization: { locale: lang, translations: lang === 'es' ? narrow : {} },
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
});
const language = document.querySelector('#language');
language.addEventListener('click', () => { language.hash = location.hash; });
`;

/** The content security policy allows only this origin: no external fonts, scripts or calls. */
export const referencePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
].join('; ');
