import { betweenServices, publicForm } from '@timbre/api';
import { satSync } from '@timbre/contract';
import { documentRef } from '@timbre/fiscal';
import type { DomainEvent } from '@timbre/kit';
import type { TaxProfile } from '../domain/taxpayers/tax-profile';
import type { ComplianceOpinion } from './compliance-opinions';
import type { Declaration } from './declarations';
import type { SourceRow } from './download-sources';

/** Returns a declaration as a protobuf message. */
export function declarationMessage(declaration: Declaration): satSync.Declaration {
  const { id, version, paidAmount, paymentDate, total, status } = declaration;
  const given = <Value>(value: Value | null | undefined) => value ?? undefined;
  return {
    ...declaration,
    declarationId: id,
    version: version ?? 1,
    filedLocalDateTime: given(declaration.filedLocalDateTime),
    legalName: given(declaration.legalName),
    complementaryType: given(declaration.complementaryType),
    captureLine: given(declaration.captureLine),
    status: given(status),
    total: given(total),
    paidAmount: given(paidAmount),
    paymentDate: given(paymentDate),
    dueOn: given(declaration.dueOn),
  };
}

/**
 * Creates the event sat_sync.declaration.changed, which contains the current state of the
 * declaration.
 */
export function declarationChanged(declaration: Declaration): DomainEvent {
  const { id, version } = declaration;
  return {
    subject: 'sat_sync.declaration.changed',
    aggregate: 'declaration',
    aggregateId: id,
    aggregateVersion: version ?? 1,
    payload: satSync.Declaration.encode(declarationMessage(declaration)).finish(),
  };
}

interface KnownProfile {
  id: string;
  version?: number;
  rfc: string;
  profile: TaxProfile;
}

/** Returns a tax profile as a protobuf message, without obligations that have ended. */
export const taxProfileMessage = ({
  id,
  version,
  rfc,
  profile,
}: KnownProfile): satSync.TaxProfile => ({
  profileId: id,
  version: version ?? 1,
  rfc,
  operationsStartedOn: profile.startedOperationsOn,
  obligations: profile.obligations
    .filter(({ endDate }) => endDate === undefined)
    .map(({ periodicity }) => periodicity),
});

/**
 * Creates the event sat_sync.tax_profile.changed, which contains the periodicity and the start of the
 * taxpayer's obligations.
 */
export function taxProfileChanged(known: KnownProfile): DomainEvent {
  return {
    subject: 'sat_sync.tax_profile.changed',
    aggregate: 'tax_profile',
    aggregateId: known.id,
    aggregateVersion: known.version ?? 1,
    payload: satSync.TaxProfile.encode(taxProfileMessage(known)).finish(),
  };
}

/** Creates the event sat_sync.compliance_opinion.recorded for a new opinion. */
export function opinionRecorded(opinion: ComplianceOpinion): DomainEvent {
  const { id, rfc, folio, result, issuedAt, validUntil, omissions } = opinion;
  const payload: satSync.ComplianceOpinion = {
    opinionId: id,
    rfc,
    folio,
    result,
    validUntil,
    issuedAt: issuedAt.toISOString(),
    omissions: omissions.map(({ description, period }) => ({ description, period })),
  };
  return {
    subject: 'sat_sync.compliance_opinion.recorded',
    aggregate: 'compliance_opinion',
    aggregateId: id,
    aggregateVersion: 1,
    payload: satSync.ComplianceOpinion.encode(payload).finish(),
  };
}

/**
 * Creates the event sat_sync.source.finished, which contains the finished source and the differences that
 * its audit found.
 */
export function sourceFinished(
  { id, syncId, source, rfc, version }: SourceRow,
  differences: number,
): DomainEvent {
  return {
    subject: 'sat_sync.source.finished',
    aggregate: 'sync_source',
    aggregateId: id,
    aggregateVersion: version + 1,
    payload: satSync.SourceFinished.encode({
      sourceId: id,
      syncId,
      source,
      rfc,
      differences,
    }).finish(),
  };
}

export const publicDeclaration = publicForm('sat_sync.declaration', satSync.Declaration, {
  type: () => 'declaration.changed',
  data: ({ declarationId, filedOn, dueOn, total, ...declaration }) => ({
    ...declaration,
    documentRef: documentRef('declaration', declarationId),
    filedAt: filedOn,
    dueDate: dueOn,
    total: total === undefined ? undefined : { amount: total, currency: 'MXN' },
  }),
});

export const publicOpinion = publicForm('sat_sync.compliance_opinion', satSync.ComplianceOpinion, {
  type: () => 'compliance_opinion.recorded',
  data: (opinion) => ({
    ...opinion,
    documentRef: documentRef('tax_compliance_opinion', opinion.opinionId),
  }),
});

export const betweenOnly = ['sat_sync.tax_profile', 'sat_sync.source'].map(betweenServices);
