import type { satSync } from '@timbre/contract';
import { query } from '@timbre/kit';
import { opinionList } from '../store/compliance-opinions';

export const listComplianceOpinions = query(
  (read, { page }: satSync.ListComplianceOpinionsRequest) => read.page(opinionList, page),
);
