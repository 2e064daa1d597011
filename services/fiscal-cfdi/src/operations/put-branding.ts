import type { fiscalCfdi } from '@timbre/contract';
import { command, invalid, replyWith, type Issue } from '@timbre/kit';
import { logoBytesMax, logoTypeOf } from '../pdf/logo';
import { Branding, brandingResource } from '../store/set-up/branding';
import { lockSetUp } from '../store/set-up/set-up-lock';

/**
 * Replaces the branding of all PDF files, including the PDF files of documents that are already stamped.
 * Members that the request omits are removed from the branding. The operation refuses with validation_error
 * and one of these issues:
 * - color_invalid: the color must have the form `#RRGGBB`
 * - logo_too_large: the file of the logo is too large; the message contains the limit
 * - logo_unreadable: the logo is not a PNG or JPEG image that can be printed
 */
export const putBranding = command(async (tx, request: fiscalCfdi.PutBrandingRequest) => {
  const { pdfFooter = null } = request;
  const logo = request.logo ? Buffer.from(request.logo) : null;
  const logoType = (logo && logoTypeOf(logo)) ?? null;
  const issues = issuesOf(request, logoType);
  if (issues.length > 0) throw invalid(issues);
  await lockSetUp(tx);
  const accentColor = request.accentColor?.toUpperCase() ?? null;
  const values = { accentColor, logo, logoType, pdfFooter, updatedAt: tx.now };
  const current = await tx.findBy(Branding, {});
  if (current) Object.assign(current, values);
  const id = current?.id ?? tx.add(Branding, { ...values, version: 1 });
  return replyWith(brandingResource, id);
});

function issuesOf(
  { accentColor, logo }: fiscalCfdi.PutBrandingRequest,
  logoType: string | null,
): Issue[] {
  const issues: Issue[] = [];
  if (accentColor !== undefined && !/^#[0-9a-f]{6}$/i.test(accentColor)) {
    const message = 'A colour must be # and six hexadecimal digits.';
    issues.push({ path: ['accentColor'], code: 'color_invalid', message });
  }
  if (logo && logo.length > logoBytesMax) {
    const message = `A logo can have at most ${logoBytesMax} bytes.`;
    issues.push({ path: ['logo'], code: 'logo_too_large', message });
  } else if (logo && !logoType) {
    const message =
      'A logo must be a PNG (8 bits, not interlaced) or a JPEG with at most 1500 pixels a side.';
    issues.push({ path: ['logo'], code: 'logo_unreadable', message });
  }
  return issues;
}
