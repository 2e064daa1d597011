interface PageFields {
  cursor?: string | undefined;
  limit?: number | undefined;
  query?: string | undefined;
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
}

/** The shared part of a list's query as it travels. */
export const pageRequest = ({ cursor, limit: size, query, dateFrom, dateTo }: PageFields) => ({
  cursor,
  limit: size,
  query,
  dateFrom,
  dateTo,
});
