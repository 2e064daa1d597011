import type { fiscalCfdi } from '@timbre/contract';
import type { CallContext } from '@timbre/kit';
import { LRUCache } from 'lru-cache';
import type { FileAnswer } from '../messages/answer';
import type { Backend } from '../operations/operation';
import { jsonOf } from '../messages/json-of';
import { neutralAccent } from './theme';

/** The organization's branding that a page shows. */
export interface Letterhead {
  name: string;
  /** The accent color as six hexadecimal digits. */
  accent: string;
  logo?: FileAnswer;
}

/**
 * The time for which letterheads are cached, in milliseconds. A changed logo appears after this
 * time at the latest.
 */
const keptMs = 60_000;
const keptBytesMax = 32 << 20;

export type ReadLetterhead = (context: CallContext) => Promise<Letterhead>;

/**
 * Returns a function that reads letterheads and caches them briefly, because the requests for a
 * page, its logo and its form all need the letterhead.
 */
export function createLetterheads(backend: Backend): ReadLetterhead {
  const kept = new LRUCache<string, Letterhead>({
    ttl: keptMs,
    maxSize: keptBytesMax,
    sizeCalculation: ({ logo }) => 1_000 + (logo?.content.length ?? 0),
  });
  return async (context) => {
    const known = kept.get(context.organizationId);
    if (known) return known;
    const letterhead = await read(backend, context);
    kept.set(context.organizationId, letterhead);
    return letterhead;
  };
}

async function read({ services }: Backend, context: CallContext): Promise<Letterhead> {
  const found: fiscalCfdi.Letterhead = await services.fiscalCfdi.getLetterhead({}, context);
  const { legalName, accentColor, logo, logoType = '' } = found;
  return {
    name: legalName ?? (await nameOf(services, context)),
    accent: accentColor?.slice(1).toLowerCase() ?? neutralAccent,
    ...(logo && { logo: { content: logo, contentType: logoType, fileName: 'logo' } }),
  };
}

/** Returns the name of an organization that has no fiscal profile. */
const nameOf = async ({ identity }: Backend['services'], context: CallContext): Promise<string> =>
  jsonOf<{ name: string }>(await identity.getOrganization({}, context)).name;
