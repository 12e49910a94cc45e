import type { Request } from './request.ts';

/** docs/contract/api.md, "Envelopes" */
export interface Link {
  readonly rel: string;
  readonly href: string;
}

/** Addresses of our own resources, absolute and as the client reaches them. */
export interface Links {
  readonly base: string;
  readonly deployments: string;
  deployment(id: string): string;
  resources(deploymentId: string): string;
  resource(deploymentId: string, id: string): string;
}

export const linksFrom = (base: string): Links => {
  const deployments = `${base}/deployments`;
  const resources = (deploymentId: string) => `${deployments}/${deploymentId}/resources`;
  return {
    base,
    deployments,
    deployment: (id) => `${deployments}/${id}`,
    resources,
    resource: (deploymentId, id) => `${resources(deploymentId)}/${id}`,
  };
};

/** The public base URL, without a slash at its end: from the configuration, or else from the request. */
export const baseUrl = (configured: string | undefined, request: Request): string =>
  configured === undefined || configured === '' ? requestedBase(request) : configured.replace(/(?<!\/)\/+$/, '');

/** The gateway knows its own name. The client's Host header is used only without a gateway, on a laptop. */
const requestedBase = (request: Request): string => {
  const host = request.domainName ?? request.headers['host'] ?? 'localhost';
  const safe = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(host) ? host : 'localhost';
  return `${scheme(request)}://${safe}${mountPoint(request)}`;
};

const scheme = (request: Request): 'http' | 'https' => {
  const forwarded = request.headers['x-forwarded-proto']?.split(',')[0]?.trim().toLowerCase();
  if (forwarded === 'http' || forwarded === 'https') return forwarded;
  return request.domainName === undefined ? 'http' : 'https';
};

/** The part of the path before the route: `/prod` for a stage, `/api` for a base path mapping, otherwise nothing. */
const mountPoint = ({ publicPath = '', route, path }: Request): string => {
  const segments = (path: string) => path.split('/').filter((segment) => segment !== '');
  const all = segments(publicPath);
  const own = segments(route.replace(/\{(\w+)\+\}$/, (_, name: string) => path[name] ?? '')).length;
  const mount = all.slice(0, Math.max(0, all.length - own));
  return mount.map((segment) => `/${encodeURIComponent(segment)}`).join('');
};
