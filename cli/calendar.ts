/** Whether a text such as 2026-11-23 is a day: `Date.parse` takes a 31st of February for a day of March. */
export const isInCalendar = (day: string): boolean => {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
};
