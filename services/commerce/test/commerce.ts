import { serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import { constraints } from '../src/store/constraints';
import { Contact } from '../src/store/contacts';
import { migrations } from '../src/store/migrations';
import { Product } from '../src/store/products';

/** Commerce on a database of its own. */
export const startCommerce = (): Promise<ServiceRuntime> =>
  serviceRuntime({ service: 'commerce', entities: [Contact, Product], migrations, constraints });
