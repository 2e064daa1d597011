import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { complianceOpinion } from '@timbre/api';
import { type Answer, instant, json, type List, resource } from '@timbre/kit';
import type { Opinion, OpinionResult } from '../domain/taxpayers/opinion';

/** A compliance opinion (article 32-D CFF), identified by its folio. */
export const ComplianceOpinion = defineEntity({
  name: 'ComplianceOpinion',
  tableName: 'compliance_opinions',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    rfc: p.text(),
    folio: p.text(),
    legalName: p.text().nullable(),
    result: p.string().$type<OpinionResult>(),
    issuedAt: p.datetime(),
    validUntil: p.date(),
    omissions: p.json<Opinion['omissions']>(),
    source: p.string().$type<'portal' | 'file'>(),
    searchText: p.text(),
    scrapedAt: p.datetime(),
  },
});

export type ComplianceOpinion = InferEntity<typeof ComplianceOpinion>;

export const opinionResource = resource<Answer<typeof complianceOpinion>>(
  'compliance opinion',
  'compliance_opinions',
  {
    category: `'tax_compliance_opinion'`,
    documentRef: `'tax_compliance_opinion:' || r.id`,
    folio: 'r.folio',
    rfc: 'r.rfc',
    legalName: 'r.legal_name',
    result: 'r.result',
    issuedAt: instant('r.issued_at'),
    validUntil: 'r.valid_until',
    omissions: json('r.omissions'),
    source: 'r.source',
    scrapedAt: instant('r.scraped_at'),
  },
);

export const opinionList: List = {
  name: 'compliance-opinions',
  resource: opinionResource,
  searchColumn: 'r.search_text',
  instantColumn: 'r.issued_at',
};
