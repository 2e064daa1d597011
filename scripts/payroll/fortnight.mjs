// The fortnights that the payroll demo pays.

/**
 * Returns a past fortnight. The parameter `back` counts fortnights into the past: 1 is the last complete
 * fortnight, and 2 is the fortnight before.
 * @param {string} today `YYYY-MM-DD`
 * @param {number} back
 * @returns {{ periodStartedOn: string, periodEndedOn: string, paidOn: string }} the days of the fortnight
 */
export function fortnight(today, back) {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  // Fortnights are numbered across years, with two fortnights per month.
  const current = (year * 12 + month - 1) * 2 + (day > 15 ? 1 : 0);
  const number = current - back;
  const months = Math.floor(number / 2);
  const isFirst = number % 2 === 0;
  const on = (/** @type {number} */ date) => isoDay(Math.floor(months / 12), months % 12, date);
  // For JavaScript dates, day 0 of the next month is the last day of this month.
  const periodEndedOn = isFirst ? on(15) : isoDay(Math.floor(months / 12), (months % 12) + 1, 0);
  return { periodStartedOn: on(isFirst ? 1 : 16), periodEndedOn, paidOn: periodEndedOn };
}

/**
 * @param {number} year
 * @param {number} month from 0
 * @param {number} day
 */
const isoDay = (year, month, day) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
