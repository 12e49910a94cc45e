import type { Links } from '../pipeline/links.ts';

/**
 * The release of the original service whose interface this service keeps. Old dashboards want at least 2.2.0
 * (docs/contract/clients.md, "Older dashboards and the rest").
 */
const interfaceVersion = '2.9.0';

/** As in package.json, so that bundles need not contain that file. A test keeps both equal. */
export const version = '0.3.0';

/** No build step records the time of a release, so this is the start of the instance. */
const startedAt = new Date(performance.timeOrigin).toISOString();

/** GET /info: orchent, orpy and the dashboards call it to check an address. It is not in the contract. */
export const info = (links: Links) => ({
  name: 'toscanini',
  version,
  projectVersion: version,
  projectRevision: `v${version}`,
  projectTimestamp: startedAt,
  serverHostname: new URL(links.base).hostname,
  build: { version: interfaceVersion },
});
