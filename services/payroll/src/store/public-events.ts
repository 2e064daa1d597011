import { publicBodies } from '@timbre/api';
import { publicEmployee } from './employee-changed';
import { droppedDraft, publicRow } from './row-events';
import { publicRun, requestsOfWork } from './run-events';

/** The public forms of all events of this service. */
export const publicBody = publicBodies([
  publicEmployee,
  publicRun,
  ...requestsOfWork,
  publicRow,
  droppedDraft,
]);
