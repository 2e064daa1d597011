import { Decimal, shownDecimal } from '@timbre/fiscal';
import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';

/** An event of the collection calendar, with the fields that a calendar program shows */
export interface FedEvent {
  eventId: string;
  /** The version of the calendar event; every change of the event increases the version. */
  version: number;
  customerName: string | null;
  folio: string | null;
  installment: number | null;
  dueOn: string;
  currency: string;
  open: string;
}

const decimalsMin = 2;
/** The interval after which calendar programs should reload the calendar feed. */
const readAgainSeconds = 3_600;

/**
 * Returns the collection calendar as text/calendar (RFC 5545), with an all-day event for each
 * installment. Paid installments are left out of the feed, so calendar programs remove the calendar
 * entries.
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
