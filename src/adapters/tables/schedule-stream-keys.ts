import { streamPrefix } from './keys.ts';

const scheduleStreamPrefix = `${streamPrefix}schedule#`;

/** An event of a schedule in the same stream. */
export const scheduleStreamKey = (scheduleId: string, eventId: string) => ({
  pk: scheduleId,
  sk: `${scheduleStreamPrefix}${eventId}`,
});

export const isOfSchedule = ({ sk }: { readonly sk: string }): boolean => sk.startsWith(scheduleStreamPrefix);
