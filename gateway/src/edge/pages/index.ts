import { invitation } from './invitation';
import type { Page } from './page';
import { quote } from './quote';
import { receipt } from './receipt';
import { taxInfo } from './tax-info';

/** The page for each kind of link. */
export const pages: Record<string, Page> = {
  invitation,
  quote,
  receipt,
  tax_info: taxInfo,
};
