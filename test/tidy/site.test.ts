import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

const root = join(__dirname, '..', '..');
const site = join(root, 'docs', 'site');
const english = globSync(['{quick-start,index,changelog}.md', '{guides,errors}/*.md'], {
  cwd: site,
}).sort();
const spanish = globSync('**/*.md', { cwd: join(site, 'es') }).sort();
const everyPage = [...english, ...spanish.map((page) => join('es', page))];
const read = (page: string) => readFileSync(join(site, page), 'utf8');
const blocks = /^```\w+\n.*?^```$/gms;
const headingLines = /^(#+) (.+)$/gm;

/**
 * Returns the parts that a page and its translation must have in common: code, and the number and depth of
 * headings.
 */
function frameOf(text: string) {
  const headings = [...text.replaceAll(blocks, '').matchAll(headingLines)];
  return {
    blocks: text.match(blocks) ?? [],
    // Programs that a page includes from files.
    programs: text.match(/^<<< .+$/gm) ?? [],
    headings: headings.map(([, marks]) => marks),
    members: [...text.matchAll(/^(title|description): ./gm)].map(([, member]) => member),
  };
}

/** Returns the anchors that the site generates for the headings of a page. */
const anchorsOf = (page: string) =>
  [...read(page).replaceAll(blocks, '').matchAll(headingLines)].map(([, , text = '']) =>
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .replace(/^(?=\d)/, '_'),
  );

/**
 * Returns the buttons and cards of a home page, which link from the site root. The API references are not
 * Markdown pages.
 */
const linksOfFront = (page: string) =>
  [...read(page).matchAll(/^ +link: \/(.+)$/gm)]
    .map(([, path = '']) => path)
    .filter((path) => !/^(es\/)?reference$/.test(path))
    .map((path) => `./${relative(dirname(page), path)}`);

/** Returns the links from a page to other pages of the site. */
function linksOf(page: string): string[] {
  const written = [...read(page).matchAll(/\]\((\.[^)]*)\)/g)].map(([, link = '']) => link);
  return [...written, ...linksOfFront(page)];
}

/** Returns the broken links of a page: the target page, or the heading in that page, does not exist. */
function brokenLinks(page: string): string[] {
  return linksOf(page).filter((link) => {
    const [path = '', anchor] = link.split('#');
    const file = `${normalize(join(dirname(page), path.replace(/\/$/, '/index')))}.md`;
    if (!existsSync(join(site, file))) return true;
    return anchor !== undefined && !anchorsOf(file).includes(anchor);
  });
}

describe('the documentation site', () => {
  it('the documentation site has each page in both languages', () => {
    expect(english).toContain('quick-start.md');
    expect(spanish).toEqual(english);
  });

  it.each(spanish)(
    'the documentation site has the same calls, answers and headings in Spanish: %s',
    (page) => {
      expect(frameOf(read(join('es', page)))).toEqual(frameOf(read(page)));
    },
  );

  it('a page of the documentation site is rejected if a call differs in one language', () => {
    const page = read('quick-start.md');
    expect(frameOf(page.replace('"quantity": 10', '"quantity": 11'))).not.toEqual(frameOf(page));
    expect(frameOf(page.replace('\n## ', '\n### '))).not.toEqual(frameOf(page));
  });

  it.each(everyPage)(
    'the documentation site has no link to a missing page or heading: %s',
    (page) => {
      expect(brokenLinks(page)).toEqual([]);
    },
  );

  it('the documentation site links only to error codes that exist', () => {
    const known = ['docs/errors.md', 'packages/kit/src/refusal/refusal.ts'].map((file) =>
      readFileSync(join(root, file), 'utf8'),
    );
    const named = everyPage.flatMap((page) => [
      ...read(page).matchAll(/\]\((?:\/es)?\/errors\/([^)]+)\)/g),
    ]);
    const codes = named.map(([, code = '']) => code);
    expect(codes).toContain('operation_in_progress');
    expect(codes.filter((code) => !known.join('').includes(code))).toEqual([]);
  });

  it('Spanish pages of the documentation site link only to Spanish pages', () => {
    const outside = spanish.flatMap((page) =>
      linksOf(join('es', page))
        .map((link) => normalize(join('es', dirname(page), link)))
        .filter((path) => !path.startsWith('es/')),
    );
    expect(outside).toEqual([]);
  });
});
