/** `2026-11-29 23:31`: an instant of the service, all of which are in UTC, as tables whose heading says so have it. */
export const inUtc = (instant: string): string => instant.slice(0, 16).replace('T', ' ');

/** `2026-11-29 23:31 UTC`, for a sentence. */
export const moment = (instant: string): string => `${inUtc(instant)} UTC`;
