import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { branding } from '@timbre/api';
import { type Answer, instant, integer, json, object, type Reader, resource } from '@timbre/kit';
import type { Branding as Printed } from '../../domain/set-up/branding';

/**
 * The color, logo and footer of the organization's printed documents. Each organization has one row in this
 * table.
 */
export const Branding = defineEntity({
  name: 'Branding',
  tableName: 'branding',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    accentColor: p.text().nullable(),
    logo: p.blob().nullable(),
    logoType: p.text().nullable(),
    pdfFooter: p.text().nullable(),
    updatedAt: p.datetime(),
  },
});

export type Branding = InferEntity<typeof Branding>;

type Shape = Answer<typeof branding>;

const logo = object<NonNullable<Shape['logo']>>({
  contentType: 'r.logo_type',
  byteSize: integer('length(r.logo)'),
});

/** The response does not contain the bytes of the logo, because the client already has them. */
export const brandingResource = resource<Shape>('branding', 'branding', {
  accentColor: 'r.accent_color',
  logo: json(`case when r.logo is not null then ${logo} end`),
  pdfFooter: 'r.pdf_footer',
  updatedAt: instant('r.updated_at'),
});

/** Returns the organization's branding for its PDF files; undefined if the organization has no branding. */
export async function brandingOf(read: Reader): Promise<Printed | undefined> {
  const [row] = await read.rows<{ accentColor?: string; logo?: Buffer; footer?: string }>(
    `select accent_color as "accentColor", logo, pdf_footer as footer
     from branding where org_id = :org`,
  );
  if (!row) return undefined;
  const { accentColor, logo, footer } = row;
  return { ...(accentColor && { accentColor }), ...(logo && { logo }), ...(footer && { footer }) };
}
