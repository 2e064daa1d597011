import type { commerce } from '@timbre/contract';
import { command, replyValue } from '@timbre/kit';
import { priceOverrideChanged } from '../store/price-override-changed';
import { PriceOverride, priceOverrideResource } from '../store/price-overrides';

export const deletePriceOverride = command(
  async (tx, request: commerce.DeletePriceOverrideRequest) => {
    const override = await tx.lock(PriceOverride, request.overrideId, priceOverrideResource.name);
    const { id: overrideId, version } = override;
    await tx.remove(override);
    const event = { overrideId, version: version + 1, deleted: true };
    tx.emit(priceOverrideChanged({ ...event, fields: undefined }));
    return replyValue({ overrideId, deleted: true });
  },
);
