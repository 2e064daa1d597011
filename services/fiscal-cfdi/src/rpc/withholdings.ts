import type { fiscalCfdi } from '@timbre/contract';
import { replies, type Runtime, type Rpcs } from '@timbre/kit';
import type { CancellationProviders } from '../workflows/cancelling/advance-cancellation';
import { archiveWithholding } from '../operations/archive-withholding';
import { cancelWithholding } from '../operations/cancel-withholding';
import { createWithholding } from '../operations/create-withholding';
import { deleteWithholding } from '../operations/delete-withholding';
import { getWithholding } from '../operations/get-withholding';
import { listWithholdings } from '../operations/list-withholdings';
import type { StampingProviders } from '../workflows/stamping/sealing';
import { stampWithholding } from '../operations/stamp-withholding';
import { unarchiveWithholding } from '../operations/unarchive-withholding';
import { updateWithholding } from '../operations/update-withholding';

/** Returns the rpcs for withholding documents, from draft to cancellation. */
export const withholdingRpcs = (runtime: Runtime<StampingProviders & CancellationProviders>) =>
  ({
    listWithholdings: replies(listWithholdings, runtime),
    createWithholding: replies(createWithholding, runtime),
    getWithholding: replies(getWithholding, runtime),
    updateWithholding: replies(updateWithholding, runtime),
    deleteWithholding: replies(deleteWithholding, runtime),
    stampWithholding: replies(stampWithholding, runtime),
    cancelWithholding: replies(cancelWithholding, runtime),
    archiveWithholding: replies(archiveWithholding, runtime),
    unarchiveWithholding: replies(unarchiveWithholding, runtime),
  }) satisfies Partial<Rpcs<typeof fiscalCfdi.FiscalCfdiService>>;
