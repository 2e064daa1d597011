import { z } from 'zod';
import { instant, text, withCode } from './values';

/** The maximum length of a logo in base64, which corresponds to 512 KiB. */
const logoMax = Math.ceil((512 << 10) / 3) * 4;

const accentColor = z
  .string()
  .refine(
    (color) => /^#[0-9a-f]{6}$/i.test(color),
    withCode('color_invalid', 'A colour must be # and six hexadecimal digits.'),
  )
  .meta({ pattern: '^#[0-9A-Fa-f]{6}$', example: '#1F5673' });

/** PUT /v1/organization/branding */
export const brandingInput = z.strictObject({
  accentColor: accentColor.optional(),
  logo: z.base64().min(1).max(logoMax).optional().meta({
    description:
      'PNG (8 bits, not interlaced) or JPEG, at most 512 KiB and 1500 pixels a side, in base64.',
  }),
  pdfFooter: text(120).optional().meta({ description: 'A line at the foot of every page.' }),
});

export const branding = z
  .strictObject({
    accentColor: accentColor.optional(),
    logo: z
      .strictObject({ contentType: z.enum(['image/png', 'image/jpeg']), byteSize: z.int() })
      .optional(),
    pdfFooter: z.string().optional(),
    updatedAt: instant,
  })
  .meta({ id: 'Branding' });
