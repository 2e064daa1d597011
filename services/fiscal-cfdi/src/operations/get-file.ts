import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { fileResource } from '../store/files/stored-files';

export const getFile = query((read, { fileId }: fiscalCfdi.GetFileRequest) =>
  read.resource(fileResource, fileId),
);
