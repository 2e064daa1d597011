import type { accounts } from '@timbre/contract';
import { addDays } from '@timbre/fiscal';
import { createRun, notFound, type Operation } from '@timbre/kit';
import { collectionFeed } from '../domain/collection-feed';
import { feedEvents, organizationOfFeed } from '../store/collection-feeds';
import { todayFor } from '../store/organizations';

/**
 * The number of days before and after today that the calendar feed covers. The feed is limited,
 * because a calendar program cannot display the debts of many years.
 */
const pastDays = 366;
const futureDays = 731;
const eventsMax = 2_000;

/**
 * Returns the collection calendar for the feed whose address has the given digest.
 * @throws Refusal not_found if no feed has the given digest
 */
export const readCollectionFeed: Operation<
  accounts.ReadCollectionFeedRequest,
  unknown,
  accounts.ReadCollectionFeedResponse
> = {
  async run(runtime, context, { digest }) {
    const organizationId = await organizationOfFeed(runtime, digest);
    if (!organizationId) throw notFound('link');
    const { read } = createRun(runtime, { ...context, organizationId });
    const today = await todayFor(read);
    const events = await feedEvents(read, {
      from: addDays(today, -pastDays),
      to: addDays(today, futureDays),
      max: eventsMax,
    });
    return { content: Buffer.from(collectionFeed(events, read.now)) };
  },
};
