import { Contact } from './contacts';
import { Location } from './locations';
import { Product } from './products';

/** All entities of this service. */
export const entities = [Contact, Location, Product];
