import { Decimal, shownDecimal } from '@timbre/fiscal';
import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';

/** An event of the collection calendar, as a calendar program shows it. */
export interface FedEvent {
  eventId: string;
  /** Version; it grows with every change. */
  version: number;
  customerName: string | null;
  folio: string | null;
  installment: number | null;
  dueOn: string;
  currency: string;
  open: string;
}

const decimalsMin = 2;
/** The interval at which calendar programs should read it again. */
const readAgainSeconds = 3_600;

/**
 * The collection calendar as text/calendar (RFC 5545): a whole day for each installment. An installment that was paid is
 * left out, so calendar programs drop it.
 */
export function collectionFeed(events: readonly FedEvent[], now: Date): string {
  const calendar = ical({
    name: 'Cobranza',
    prodId: { company: 'Timbre', product: 'Cobranza', language: 'ES' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: readAgainSeconds,
  });
  for (const event of events) {
    const { eventId, version, customerName, folio, installment, dueOn, currency } = event;
    const amount = shownDecimal(Decimal.from(event.open), decimalsMin);
    const part = installment === null ? undefined : `Parcialidad ${installment}`;
    calendar.createEvent({
      id: `${eventId}@timbre`,
      sequence: version,
      stamp: now,
      allDay: true,
      start: new Date(`${dueOn}T00:00:00Z`),
      summary: `Cobrar ${amount} ${currency}${customerName === null ? '' : ` · ${customerName}`}`,
      description: [folio && `Factura ${folio}`, part].filter(Boolean).join(', '),
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}
