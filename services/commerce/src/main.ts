import '@timbre/kit/telemetry';
import { commerce } from '@timbre/contract';
import { runService } from '@timbre/kit';
import { createInventoryAnnouncer } from './jobs/announce-inventory';
import { rpcs } from './rpc/service';
import { constraints } from './store/constraints';
import { entities } from './store/entities';
import { migrations } from './store/migrations';

void runService('commerce', {
  definition: commerce.CommerceService,
  entities,
  migrations,
  constraints,
  providers: () => ({}),
  rpcs,
  background(parts) {
    const announcer = createInventoryAnnouncer(parts);
    parts.lifetime.closes('inventory announcer', () => announcer.stop());
  },
});
