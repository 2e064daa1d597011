import type { common } from '@timbre/contract';
import { query } from '@timbre/kit';
import { credentialList } from '../store/credentials';

export const listCredentials = query((read, { page }: { page: common.PageRequest }) =>
  read.page(credentialList, page),
);
