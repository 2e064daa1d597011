import { archiveWithholding } from './archive-withholding';
import { cancelWithholding } from './cancel-withholding';
import { createWithholding } from './create-withholding';
import { deleteWithholding } from './delete-withholding';
import { getWithholding } from './get-withholding';
import { listWithholdings } from './list-withholdings';
import { stampWithholding } from './stamp-withholding';
import { unarchiveWithholding } from './unarchive-withholding';
import { updateWithholding } from './update-withholding';

export const withholdings = [
  archiveWithholding,
  cancelWithholding,
  createWithholding,
  deleteWithholding,
  getWithholding,
  listWithholdings,
  stampWithholding,
  unarchiveWithholding,
  updateWithholding,
];
