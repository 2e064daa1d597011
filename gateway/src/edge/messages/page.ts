interface PageFields {
  cursor?: string | undefined;
  limit?: number | undefined;
  query?: string | undefined;
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
}

/** The fields that every list's query shares, as a message. */
export const pageRequest = ({ cursor, limit: size, query, dateFrom, dateTo }: PageFields) => ({
  cursor,
  limit: size,
  query,
  dateFrom,
  dateTo,
});
