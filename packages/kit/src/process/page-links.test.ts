import { createPageLinks, pageTokenDigest } from './page-links';

const links = createPageLinks(Buffer.alloc(32, 1), 'https://api.example');
const tokenOf = (url: string) => url.split('/').at(-1)!;

it('a link always has the same token of 128 bits', () => {
  const url = links.urlOf('a');
  expect(url).toMatch(/^https:\/\/api\.example\/p\/[\w-]{22}$/);
  expect(links.urlOf('a')).toBe(url);
});

it('different links and deployments have different tokens', () => {
  const other = createPageLinks(Buffer.alloc(32, 2), 'https://api.example');
  const tokens = [links.urlOf('a'), links.urlOf('b'), other.urlOf('a')];
  expect(new Set(tokens).size).toBe(3);
});

it('the stored digest depends on the token only', () => {
  const elsewhere = createPageLinks(Buffer.alloc(32, 1), 'https://other.example');
  expect(links.digestOf('a')).toEqual(pageTokenDigest(tokenOf(links.urlOf('a'))));
  expect(elsewhere.digestOf('a')).toEqual(links.digestOf('a'));
});
