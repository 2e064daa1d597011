import { archiveCfdi } from './archive-cfdi';
import { createCfdi } from './create-cfdi';
import { deleteCfdi } from './delete-cfdi';
import { getCfdi } from './get-cfdi';
import { listCfdi } from './list-cfdi';
import { previewCfdi } from './preview-cfdi';
import { stampCfdi } from './stamp-cfdi';
import { suggestPaymentComplement } from './suggest-payment-complement';
import { unarchiveCfdi } from './unarchive-cfdi';
import { updateCfdi } from './update-cfdi';

export const cfdi = [
  archiveCfdi,
  createCfdi,
  deleteCfdi,
  getCfdi,
  listCfdi,
  previewCfdi,
  stampCfdi,
  suggestPaymentComplement,
  unarchiveCfdi,
  updateCfdi,
];
