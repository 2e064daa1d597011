import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { type certificate, publicForm } from '@timbre/api';
import { fiscalCfdi } from '@timbre/contract';
import { fold } from '@timbre/fiscal';
import { warnings } from '../../domain/set-up/renewal';
import {
  type Answer,
  conflict,
  type DomainEvent,
  instant,
  type Issue,
  type List,
  removeSecrets,
  resource,
  type Transaction,
  onlyRow,
} from '@timbre/kit';

/** A CSD or FIEL of the organization. The private key of a certificate is stored as a separate secret. */
export const Certificate = defineEntity({
  name: 'Certificate',
  tableName: 'certificates',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    kind: p.string().$type<'csd' | 'fiel'>(),
    certificateNumber: p.text(),
    rfc: p.text(),
    legalName: p.text(),
    validFrom: p.datetime(),
    validTo: p.datetime(),
    certificate: p.blob(),
    secretId: p.uuid(),
    active: p.boolean(),
    /**
     * The time at which a PAC first reported the certificate as revoked or expired; null if no PAC has
     * reported this.
     */
    revokedAt: p.datetime().nullable(),
    /** The last expiry warning that was published, as its number of days before the expiry. */
    warnedDays: p.integer().nullable(),
    searchText: p.text(),
    createdAt: p.datetime(),
  },
});

export type Certificate = InferEntity<typeof Certificate>;

export const certificateResource = resource<Answer<typeof certificate>>(
  'certificate',
  'certificates',
  {
    certificateId: 'r.id',
    kind: 'r.kind',
    certificateNumber: 'r.certificate_number',
    rfc: 'r.rfc',
    legalName: 'r.legal_name',
    validFrom: instant('r.valid_from'),
    validTo: instant('r.valid_to'),
    status: `case when r.revoked_at is not null then 'revoked' when r.valid_to < business_now(r.org_id) then 'expired'
    when r.active then 'active' else 'inactive' end`,
    createdAt: instant('r.created_at'),
  },
);

export const certificateList: List = {
  name: 'certificates',
  resource: certificateResource,
  searchColumn: 'r.search_text',
  instantColumn: 'r.created_at',
};

/**
 * Builds the event fiscal_cfdi.certificate.expiring, which means that the certificate must be renewed soon.
 */
export const certificateExpiring = (certificate: Certificate): DomainEvent => {
  const { id, version, kind, certificateNumber, rfc, legalName, validFrom, validTo } = certificate;
  const message: fiscalCfdi.Certificate = {
    certificateId: id,
    version,
    kind,
    certificateNumber,
    rfc,
    legalName,
    validFrom: validFrom.toISOString(),
    validTo: validTo.toISOString(),
  };
  return {
    subject: 'fiscal_cfdi.certificate.expiring',
    aggregate: 'certificate',
    aggregateId: id,
    aggregateVersion: version,
    payload: fiscalCfdi.Certificate.encode(message).finish(),
  };
};

export const publicCertificate = publicForm('fiscal_cfdi.certificate', fiscalCfdi.Certificate, {
  type: () => 'certificate.expiring',
  data: (certificate) => certificate,
});

/** Returns the refusal (409) to seal with a revoked certificate, which a PAC would refuse again. */
export const certificateRevoked = (issues: Issue[] = []) =>
  conflict(
    'The SAT has revoked the CSD, or it has expired; upload another one and activate it.',
    'certificate_revoked',
    issues,
  );

export const certificateSearchText = (number: string, legalName: string): string =>
  fold(`${number} ${legalName}`);

/** Deactivates the active certificate of this kind. */
export async function deactivateOthers(
  tx: Transaction,
  { id, kind }: { id: string; kind: string },
): Promise<void> {
  await tx.rows(
    `update certificates set active = false, version = version + 1
     where org_id = $1 and kind = $2 and active and id <> $3`,
    [tx.organizationId, kind, id],
  );
}

/**
 * Marks a certificate as revoked, so that it no longer seals or signs. If the certificate is already
 * marked, the stored time of the revocation does not change.
 */
export async function revokeCertificate(tx: Transaction, number: string): Promise<void> {
  await tx.rows(
    `update certificates set revoked_at = $1, version = version + 1
     where org_id = $2 and certificate_number = $3 and revoked_at is null`,
    [tx.now, tx.organizationId, number],
  );
}

export async function countCertificates(tx: Transaction, kind: string): Promise<number> {
  const rows = await tx.rows<{ count: number }>(
    'select count(*)::int as count from certificates where org_id = $1 and kind = $2',
    [tx.organizationId, kind],
  );
  return onlyRow(rows).count;
}

/** Deletes a certificate and its private key. */
export async function eraseCertificate(tx: Transaction, certificate: Certificate): Promise<void> {
  await tx.rows('delete from certificates where org_id = $1 and id = $2', [
    tx.organizationId,
    certificate.id,
  ]);
  await removeSecrets(tx, [certificate.secretId]);
}

/**
 * Selects the certificates for which the next expiry warning is due. The query uses the organization's own
 * clock, which can be ahead in a sandbox.
 */
export const certificatesToRenew = `select c.org_id, c.id from certificates c
  left join organization_clocks k on k.org_id = c.org_id
  cross join lateral (select $1::timestamptz
    + coalesce(k.ahead_ms, 0) * interval '1 millisecond' as now) t
  where c.active and c.revoked_at is null and c.valid_to > t.now
    and c.valid_to <= t.now + interval '1 day' * (select max(w.days)
      from unnest(array[${warnings.join()}]) as w (days)
      where c.warned_days is null or w.days < c.warned_days)
  order by c.valid_to`;

/** Returns the numbers of all CSDs of the organization, including inactive and expired CSDs. */
export async function certificateNumbers(tx: Transaction): Promise<Set<string>> {
  const rows = await tx.rows<{ number: string }>(
    `select certificate_number as number from certificates where org_id = $1 and kind = 'csd'`,
    [tx.organizationId],
  );
  return new Set(rows.map(({ number }) => number));
}
