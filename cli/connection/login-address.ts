/** The address that somebody gives for a login: whether it is that of a service, and what its context is called. */

import { ToscaniniError } from '../../client/index.ts';
import { entryOf } from '../../src/foundation/entry-of.ts';
import { CliError } from '../cli-error.ts';
import { sameAddress } from './connect.ts';
import type { Contexts } from './contexts.ts';

/** What answers below `/ui` is no service, and people copy the address of the dashboard from their browser. */
export const ofDashboard = (url: string, cause: unknown): CliError | undefined => {
  if (!(cause instanceof ToscaniniError && cause.name === 'UnexpectedAnswerError')) return undefined;
  const [, base] = /^(.*?)\/ui(?:\/|$)/.exec(url) ?? [];
  if (base === undefined) return undefined;
  const message = `${url} is a page of a dashboard; the address of its service ends before /ui: toscanini login ${base}`;
  return new CliError('calledWrongly', message, { cause });
};

/** The host; or more of the address, where that is the name of another service, such as of another port. */
export const freeName = (contexts: Contexts['contexts'], url: string): string => {
  const { hostname, host, pathname, href } = new URL(url);
  const names = [hostname, host, `${host}${pathname}`.replace(/(?<!\/)\/+$/, '')];
  return names.find((name) => sameAddress(entryOf(contexts, name)?.url ?? url, url)) ?? href;
};
