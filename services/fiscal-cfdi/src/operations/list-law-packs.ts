import type { lawPack } from '@timbre/api';
import type { fiscalCfdi } from '@timbre/contract';
import { currentLaw, lawEnds, localDateIn, type FigureKey, type UsedPack } from '@timbre/fiscal';
import { query, type Answer } from '@timbre/kit';

/**
 * Lists all law packs on one page, because a deployment has only a few law packs. The built-in law pack is
 * the first.
 */
export const listLawPacks = query(async (read, _: fiscalCfdi.ListLawPacksRequest) => {
  const today = localDateIn(read.businessNow.getTime(), 'America/Mexico_City');
  const data = currentLaw().packs.map((pack) => shown(pack, today));
  return Buffer.from(JSON.stringify({ data, pagination: { nextCursor: null, hasMore: false } }));
});

function shown(pack: UsedPack, today: string): Answer<typeof lawPack> {
  const { id, version, title, issuedOn, isExample, digest, figureCount, catalogs } = pack;
  const latest = (key: string) =>
    currentLaw()
      .figuresOf(key as FigureKey)
      .at(-1);
  return {
    id,
    version,
    title,
    issuedOn,
    isExample,
    digest,
    figureCount,
    catalogs: [...catalogs],
    ends: lawEnds(today).filter(({ key }) => latest(key)?.pack.id === id),
  };
}
