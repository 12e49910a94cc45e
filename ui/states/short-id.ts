/** Ids are UUIDv7: those of one minute begin with the same eight digits, so the last eight are shown. */
export const shortId = (id: string): string => `…${id.slice(-8)}`;
