interface PageFields {
  cursor?: string | undefined;
  limit?: number | undefined;
  query?: string | undefined;
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
}

/** Converts the query fields that every list has to a message. */
export const pageRequest = ({ cursor, limit: size, query, dateFrom, dateTo }: PageFields) => ({
  cursor,
  limit: size,
  query,
  dateFrom,
  dateTo,
});
