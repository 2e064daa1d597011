/** The state of a location that its rules check. */
export interface LocationState {
  isDefault: boolean;
  active: boolean;
}

/** The reason for a refusal, with its message. */
export interface LocationRefusal {
  reason: string;
  message: string;
}

const isDefault: LocationRefusal = {
  reason: 'location_is_default',
  message: 'This is the default location; make another one the default first.',
};

/**
 * Returns the reason why a location cannot become or stop being the default location; undefined if
 * it can.
 *
 * - location_is_default: the default location stays active until you make another location the
 *   default
 * - location_archived: an archived location cannot be the default
 */
export function defaultRefusal(
  location: LocationState,
  wanted: boolean | undefined,
): LocationRefusal | undefined {
  if (wanted === false && location.isDefault) return isDefault;
  if (wanted && !location.active) {
    const message = 'An archived location cannot be the default.';
    return { reason: 'location_archived', message };
  }
  return undefined;
}

/**
 * Returns the reason why a location cannot be archived; undefined if it can be archived.
 *
 * - location_is_default
 * - has_stock: the location has stock of a product; transfer the stock or adjust it to 0 first
 * - has_open_receipts: the location has sales that are in no CFDI yet
 */
export function archiveRefusal(
  location: LocationState,
  { hasStock, hasOpenReceipts }: { hasStock: boolean; hasOpenReceipts: boolean },
): LocationRefusal | undefined {
  if (location.isDefault) return isDefault;
  if (hasStock) {
    const message = 'Goods are at this location; transfer them or adjust their stock to 0 first.';
    return { reason: 'has_stock', message };
  }
  if (!hasOpenReceipts) return undefined;
  const message =
    'Sales of this location are in no CFDI yet; invoice or cancel its receipts first.';
  return { reason: 'has_open_receipts', message };
}
