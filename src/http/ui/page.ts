/** The dashboard: static files, served by one function of the same API, so that page and API have one origin. */

import { NotFoundError } from '../../foundation/errors.ts';
import type { Answer } from '../pipeline/answer.ts';
import type { Links } from '../pipeline/links.ts';
import type { Login } from '../service/logins.ts';
import { pageHeaders } from './headers.ts';

/** The built files, by path: `index.html`, and below `assets/` files whose names hold a hash of their content. */
type DashboardFiles = ReadonlyMap<string, string>;

export interface PagePorts {
  readonly dashboard: DashboardFiles;
  readonly logins: readonly Login[];
  readonly publicBaseUrl: string | undefined;
}

const types: { readonly [ending: string]: string } = {
  js: 'text/javascript;charset=utf-8',
  css: 'text/css;charset=utf-8',
  svg: 'image/svg+xml',
  html: 'text/html;charset=utf-8',
  json: 'application/json;charset=utf-8',
};

const immutable = 'public, max-age=31536000, immutable';

/**
 * A file of the dashboard; for a path without a dot, such as `deployments/4711`, the page itself, which reads the address.
 * NotFoundError for a file that is not there.
 */
export const page = (ports: PagePorts, path: string, links: Links): Answer => {
  const name = path.includes('.') ? path : 'index.html';
  const content = ports.dashboard.get(name);
  if (content === undefined) throw new NotFoundError(missing(name, ports.dashboard));
  if (name === 'index.html') return whole(content, links, ports);
  const ending = name.slice(name.lastIndexOf('.') + 1);
  const isHashed = name.startsWith('assets/');
  return {
    status: 200,
    text: content,
    version: '',
    headers: {
      'Content-Type': types[ending] ?? 'text/plain;charset=utf-8',
      'Cache-Control': isHashed ? immutable : 'no-cache',
    },
  };
};

const missing = (name: string, files: DashboardFiles): string =>
  files.size === 0
    ? 'the dashboard is not built here: npm start builds it'
    : `the dashboard has no file ${name}; load the page again, since a newer release may have replaced it`;

/** The page learns its own address from `<base>`: without a custom domain, the path of an API begins with the name of its stage. */
const whole = (html: string, { base }: Links, { logins, publicBaseUrl }: PagePorts): Answer => ({
  status: 200,
  text: html.replace('<base href="/ui/">', `<base href="${new URL(base).pathname.replace(/\/$/, '')}/ui/">`),
  version: '',
  headers: { 'Content-Type': types['html'] ?? '', 'Cache-Control': 'no-cache', ...pageHeaders(logins, publicBaseUrl) },
});
