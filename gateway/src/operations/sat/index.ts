import { getSatCatalogEntry } from './get-sat-catalog-entry';
import { listSatCatalogs } from './list-sat-catalogs';
import { searchSatCatalog } from './search-sat-catalog';

export const sat = [getSatCatalogEntry, listSatCatalogs, searchSatCatalog];
