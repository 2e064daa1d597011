import '@timbre/kit/telemetry';
import { commerce } from '@timbre/contract';
import { runService } from '@timbre/kit';
import { rpcs } from './rpc/service';
import { constraints } from './store/constraints';
import { Contact } from './store/contacts';
import { migrations } from './store/migrations';
import { Product } from './store/products';

void runService('commerce', {
  definition: commerce.CommerceService,
  entities: [Contact, Product],
  migrations,
  constraints,
  providers: () => ({}),
  rpcs,
});
