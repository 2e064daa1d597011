// The texts of the site's frame and its menus. A page contains its own title.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The entries of the menu: groups with their pages, in the order of reading. */
const menu = [
  {
    title: { en: 'Begin', es: 'Para empezar' },
    pages: [
      'quick-start',
      'guides/running-locally',
      'guides/sandbox',
      'guides/console',
      'guides/going-to-production',
    ],
  },
  {
    title: { en: 'Write safely', es: 'Escribir sin riesgo' },
    pages: ['guides/idempotency', 'guides/errors', 'guides/webhooks'],
  },
  {
    title: { en: 'Documents', es: 'Documentos' },
    pages: [
      'guides/invoices',
      'guides/payments-and-complements',
      'guides/complements',
      'guides/receipts-and-global-invoices',
      'guides/payroll',
      'guides/withholdings',
      'guides/sat-data',
    ],
  },
  {
    title: { en: 'Connect', es: 'Conectar' },
    pages: ['guides/clients', 'guides/assistants', 'guides/oauth', 'guides/second-factor'],
  },
  {
    title: { en: 'Move in', es: 'Migrar a Timbre' },
    pages: ['guides/importing-past-cfdi', 'guides/moving-from-another-provider'],
  },
];

const shared = { outline: /** @type {[number, number]} */ ([2, 3]), externalLinkIcon: false };

/** The texts of the frame, by language. */
export const words = {
  en: {
    description: 'Mexican invoicing, payroll and accounts behind one API',
    theme: {
      ...shared,
      notFound: {
        title: 'PAGE NOT FOUND',
        quote: 'This page does not exist. Search above, or go to the start.',
        linkLabel: 'go to the start',
        linkText: 'Go to the start',
      },
    },
    reference: 'API reference',
    guide: 'Guides',
    errors: 'Error codes',
    changelog: 'Changelog',
    search: {},
  },
  es: {
    description: 'Facturación, nómina y cobranza de México con una sola API',
    reference: 'Referencia de la API',
    guide: 'Guías',
    errors: 'Códigos de error',
    changelog: 'Cambios',
    theme: {
      ...shared,
      outline: { level: shared.outline, label: 'En esta página' },
      docFooter: { prev: 'Página anterior', next: 'Página siguiente' },
      returnToTopLabel: 'Volver arriba',
      sidebarMenuLabel: 'Menú',
      darkModeSwitchLabel: 'Apariencia',
      lightModeSwitchTitle: 'Cambiar a modo claro',
      darkModeSwitchTitle: 'Cambiar a modo oscuro',
      langMenuLabel: 'Cambiar idioma',
      skipToContentLabel: 'Ir al contenido',
      notFound: {
        title: 'PÁGINA NO ENCONTRADA',
        quote: 'Esta página no existe. Busque arriba o vuelva al inicio.',
        linkLabel: 'ir al inicio',
        linkText: 'Ir al inicio',
      },
    },
    search: {
      button: { buttonText: 'Buscar', buttonAriaLabel: 'Buscar' },
      modal: {
        displayDetails: 'Mostrar la lista detallada',
        resetButtonTitle: 'Borrar la búsqueda',
        backButtonTitle: 'Cerrar la búsqueda',
        noResultsText: 'No hay resultados para',
        footer: { selectText: 'elegir', navigateText: 'moverse', closeText: 'cerrar' },
      },
    },
  },
};

/**
 * Returns the menus at the top and at the side of the site in a language.
 * @param {'en' | 'es'} language
 */
export function linksOf(language) {
  const folder = language === 'en' ? '' : `${language}/`;
  const { guide, reference, errors, changelog } = words[language];
  const sidebar = menu.map(({ title, pages }) => ({
    text: title[language],
    items: pages.flatMap((page) => itemOf(folder, page)),
  }));
  const more = {
    text: reference,
    items: [
      { text: reference, link: `/${folder}reference`, target: '_self' },
      { text: errors, link: `/${folder}errors/` },
      { text: changelog, link: `/${folder}changelog` },
    ],
  };
  return {
    nav: [{ text: guide, link: `/${folder}quick-start` }, ...more.items],
    sidebar: [...sidebar.filter(({ items }) => items.length > 0), more],
  };
}

/** @param {string} folder @param {string} page */
function itemOf(folder, page) {
  const file = join(root, `${folder}${page}.md`);
  if (!existsSync(file)) return [];
  const title = /^title: (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1];
  return [{ text: title ?? page, link: `/${folder}${page}` }];
}
