import type { accounts } from '@timbre/contract';
import { query, type Filter } from '@timbre/kit';
import { calendarList, statusConditions } from '../store/collection-calendar';
import { contactKey, namedIn } from '../store/contacts';
import { todayFor } from '../store/organizations';

/** Lists the installments in the collection calendar, the earliest due date first. */
export const listCollectionCalendar = query(
  async (read, { page, customerId, status }: accounts.ListCollectionCalendarRequest) => {
    const filters: Filter[] = [];
    if (customerId !== undefined) {
      const key = contactKey(customerId);
      filters.push([namedIn(key, 'r.contact', '$1'), key]);
    }
    if (status !== undefined) {
      const condition = statusConditions[status as keyof typeof statusConditions];
      filters.push([condition, status]);
    }
    return read.page(calendarList, page, filters, await todayFor(read));
  },
);
