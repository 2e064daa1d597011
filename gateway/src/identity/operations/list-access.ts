import { query } from '@timbre/kit';
import { pageOfAccess } from '../store/access';

export const listAccess = query(pageOfAccess);
