import { answerCancellationRequest } from './answer-cancellation-request';
import { archiveCfdi } from './archive-cfdi';
import { cancelCfdi } from './cancel-cfdi';
import { createCfdi } from './create-cfdi';
import { deleteCfdi } from './delete-cfdi';
import { duplicateCfdi } from './duplicate-cfdi';
import { getCfdi } from './get-cfdi';
import { importCfdiXml } from './import-cfdi-xml';
import { listCancellationRequests } from './list-cancellation-requests';
import { listCfdiEvents } from './list-cfdi-events';
import { listCfdiRelations } from './list-cfdi-relations';
import { listCfdi } from './list-cfdi';
import { previewCfdi } from './preview-cfdi';
import { stampCfdi } from './stamp-cfdi';
import { suggestPaymentComplement } from './suggest-payment-complement';
import { synchronizeCfdi } from './synchronize-cfdi';
import { unarchiveCfdi } from './unarchive-cfdi';
import { updateCfdi } from './update-cfdi';

export const cfdi = [
  answerCancellationRequest,
  archiveCfdi,
  cancelCfdi,
  createCfdi,
  deleteCfdi,
  duplicateCfdi,
  getCfdi,
  importCfdiXml,
  listCancellationRequests,
  listCfdi,
  listCfdiEvents,
  listCfdiRelations,
  previewCfdi,
  stampCfdi,
  suggestPaymentComplement,
  synchronizeCfdi,
  unarchiveCfdi,
  updateCfdi,
];
