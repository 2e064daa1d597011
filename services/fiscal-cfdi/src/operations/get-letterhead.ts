import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { logoTypeOf } from '../pdf/logo';
import { brandingOf } from '../store/set-up/branding';
import { profileOf } from '../store/set-up/read-profile';

/** Returns the organization's name and branding for its printed documents. */
export const getLetterhead = query<fiscalCfdi.GetLetterheadRequest, unknown, fiscalCfdi.Letterhead>(
  async (read) => {
    const [profile, branding] = await Promise.all([profileOf(read), brandingOf(read)]);
    const { accentColor, logo } = branding ?? {};
    const logoType = logo && logoTypeOf(Buffer.from(logo));
    return {
      ...(profile && { legalName: profile.legalName }),
      ...(accentColor && { accentColor }),
      ...(logoType && { logo: Buffer.from(logo), logoType }),
    };
  },
);
