import { streamPrefix } from './keys.ts';

const scheduleStreamPrefix = `${streamPrefix}schedule#`;

/** An event of a schedule in the same stream. */
export const scheduleStreamKey = (scheduleId: string, eventId: string) => ({
  pk: scheduleId,
  sk: `${scheduleStreamPrefix}${eventId}`,
});

const installationStreamPrefix = `${streamPrefix}installation#`;

/** An event of the whole installation in the same stream. */
export const installationStreamKey = (eventId: string) => ({
  pk: 'installation',
  sk: `${installationStreamPrefix}${eventId}`,
});

export const isOfInstallation = ({ sk }: { readonly sk: string }): boolean => sk.startsWith(installationStreamPrefix);

export const isOfSchedule = ({ sk }: { readonly sk: string }): boolean => sk.startsWith(scheduleStreamPrefix);
