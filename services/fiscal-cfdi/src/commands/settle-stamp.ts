import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { PacCertificates } from '@timbre/cfdi';
import { conflict, createRun, invalid, isIdentifier, type Runtime } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import { stampMismatch } from '../domain/stamping/stamp-mismatch';
import { attemptedKindOf, openAttempt } from '../store/stamping/stamp-attempts';
import { fiscalKindOf, lockDocument } from '../workflows/documents/fiscal-kinds';
import { settle } from '../workflows/stamping/send-attempt';

const options = {
  organization: { type: 'string' },
  document: { type: 'string' },
  xml: { type: 'string' },
  'not-stamped': { type: 'boolean' },
} as const;

/**
 * Runs the command `/app/start fiscal-cfdi settle-stamp --organization ID --document REF --xml FILE | --not-stamped`.
 * @returns the text that the command prints
 */
export async function runSettleStamp(
  runtime: Runtime,
  args: string[],
  pacCertificate: PacCertificates,
): Promise<string> {
  const { values } = parseArgs({ args, options });
  const { xml: file, 'not-stamped': isNotStamped = false } = values;
  if ((file === undefined) !== isNotStamped) throw new Error('Give either --xml or --not-stamped.');
  const state = await settleStamp(runtime, {
    organizationId: values.organization ?? '',
    documentId: (values.document ?? '').replace(/^(cfdi|withholding):/, ''),
    stampedXml: file === undefined ? undefined : readFileSync(file, 'utf8'),
    pacCertificate,
  });
  return JSON.stringify({ document: values.document, state });
}

interface FoundOut {
  organizationId: string;
  /** Identifier of a CFDI or a withholding document, without a prefix. */
  documentId: string;
  /** The stamped XML from the PAC's support; absent when the PAC confirms that no stamp exists. */
  stampedXml?: string | undefined;
  /**
   * The certificates of the PACs that this deployment knows. The signatures of other PACs are not checked.
   */
  pacCertificate: PacCertificates;
}

/**
 * Records the outcome of a stamp that the PAC could not confirm within 72 hours. An operator passes the
 * outcome to this command. The stamped XML must contain the seal of this document and the signature of its
 * PAC. The command refuses invalid input with validation_error, and a stamp that does not belong to the
 * document with conflict stamp_of_another_seal or stamp_invalid. While lookups may still find the stamp, or
 * if there is no such attempt, it refuses with conflict no_abandoned_stamp.
 * - no_abandoned_stamp: no stamp of this document waits for an operator; Timbre may still be looking for its
 *   outcome
 * - stamp_invalid: the stamp is not valid for this document; the message has the reason
 * @returns the final state of the stamp attempt
 */
function settleStamp(
  runtime: Runtime,
  { organizationId, documentId, stampedXml, pacCertificate }: FoundOut,
): Promise<string> {
  const faulty = Object.entries({ organization: organizationId, document: documentId })
    .filter(([, value]) => !isIdentifier(value))
    .map(([name]) => ({ path: [name], code: 'invalid_value', message: 'Not an identifier.' }));
  if (faulty.length) throw invalid(faulty);
  const run = createRun(runtime, {
    organizationId,
    environment: runtime.environment,
    actor: 'operator',
    permissions: [],
    requestId: `settle-stamp_${runtime.newId()}`,
    deadlineMs: runtime.now().getTime() + 60_000,
  });
  return run.step(async (tx) => {
    // Every transaction locks the document before it locks the stamp attempt.
    const kind = fiscalKindOf((await attemptedKindOf(tx, documentId)) ?? 'cfdi');
    const { sealedXml } = await lockDocument(tx, kind, documentId);
    const open = await openAttempt(tx, documentId);
    if (!open?.abandonedAt) {
      const message =
        'No stamp of this document waits for an operator; the reconciler is still looking for it.';
      throw conflict(message, 'no_abandoned_stamp');
    }
    const outcome =
      stampedXml === undefined
        ? ({ outcome: 'not_found' } as const)
        : ({ outcome: 'stamped', xml: stampedXml } as const);
    const { state } = await settle(tx, open.id, outcome);
    if (state === 'unknown') {
      const message = 'This stamp belongs to another document: its SelloCFD differs.';
      throw conflict(message, 'stamp_of_another_seal');
    }
    if (stampedXml !== undefined) {
      const sealed = {
        kind: kind.kind,
        xml: Buffer.from(certain(sealedXml, 'sealedXml')).toString(),
      };
      const mismatch = stampMismatch(sealed, stampedXml, pacCertificate);
      if (mismatch) throw conflict(`This stamp is not valid: ${mismatch}.`, 'stamp_invalid');
    }
    return state;
  });
}
