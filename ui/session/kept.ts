/** What outlives a reload of the page, in `sessionStorage`, which ends with the tab. Access tokens are never here. */

import type { Login } from '../../client/types.ts';
import type { Started } from './logins.ts';

export interface Kept {
  /** a login that is under way at the issuer */
  readonly started: Started;
  /** how to get a new access token without a click */
  readonly refresh: { readonly login: Login; readonly token: string };
  /** who one wants to be in a sandbox */
  readonly persona: string;
}

const key = (name: keyof Kept): string => `toscanini.${name}`;

export const keep = <Name extends keyof Kept>(name: Name, value: Kept[Name] | undefined): void => {
  if (value === undefined) sessionStorage.removeItem(key(name));
  else sessionStorage.setItem(key(name), JSON.stringify(value));
};

/** undefined also when somebody else wrote something there that is not JSON. */
export const kept = <Name extends keyof Kept>(name: Name): Kept[Name] | undefined => {
  const text = sessionStorage.getItem(key(name));
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as Kept[Name];
  } catch {
    return undefined;
  }
};

/** Reads it and removes it: a login can be ended once. */
export const takeKept = <Name extends keyof Kept>(name: Name): Kept[Name] | undefined => {
  const value = kept(name);
  keep(name, undefined);
  return value;
};
