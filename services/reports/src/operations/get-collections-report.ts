import type { reports } from '@timbre/contract';
import { query } from '@timbre/kit';
import { shownReport } from '../domain/show-report';
import { askCollections, collectionNameOf } from '../workflows/ask-collections';

/** Returns a report of sales on credit, collections and outstanding balances. */
export const getCollectionsReport = query(
  async (read, request: reports.GetCollectionsReportRequest) => {
    const { asked, found, outstandingOn } = await askCollections(read, request);
    const data = { ...shownReport(asked, found, collectionNameOf), outstandingOn };
    return Buffer.from(JSON.stringify({ data }));
  },
);
