/** As a reader sees it: a page shows several spaces as one, and marks of direction not at all. */
const seen = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Whether somebody who reads a name on the page has typed it. */
export const isSameName = (typed: string, name: string): boolean => seen(typed) === seen(name);
