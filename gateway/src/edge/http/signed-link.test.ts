import { createLinks } from './signed-link';

let now = Date.parse('2026-11-21T15:00:00Z');
const links = createLinks(Buffer.alloc(32, 1), 'https://api.example.com', () => now);
const grant = {
  kind: 'download' as const,
  organizationId: '01890000-0000-7000-8000-000000000001',
  id: '01890000-0000-7000-8000-000000000002',
};
const tokenOf = (url: string) => url.slice('https://api.example.com/links/'.length);

describe('a signed link', () => {
  it('a signed link contains its target and its expiry', () => {
    const { url, expiresAt } = links.write(grant);
    expect(expiresAt).toBe('2026-11-21T15:15:00.000Z');
    const read = links.read(tokenOf(url))!;
    expect(read).toEqual({ ...grant, expiresMs: Date.parse(expiresAt) });
    expect(links.isExpired(read)).toBe(false);
    now += 15 * 60_000;
    expect(links.isExpired(read)).toBe(true);
  });

  it('a signed link is rejected if any part of it is changed', () => {
    const token = tokenOf(links.write(grant).url);
    const [payload, signature] = token.split('.') as [string, string];
    const other = Buffer.from(JSON.stringify({ ...grant, expiresMs: 9e15 })).toString('base64url');
    for (const forged of [`${other}.${signature}`, payload, `${payload}.`, `${token}.x`, '', '.'])
      expect(links.read(forged)).toBeUndefined();
  });

  it('a signed link is rejected if another deployment signed it', () => {
    const others = createLinks(Buffer.alloc(32, 2), 'https://api.example.com', () => now);
    expect(links.read(tokenOf(others.write(grant).url))).toBeUndefined();
  });
});
