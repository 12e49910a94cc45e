import type { Links } from '../pipeline/links.ts';

/**
 * The release of the original service whose interface this one keeps; old dashboards want at least 2.2.0
 * (docs/contract/clients.md, "Older dashboards and the rest").
 */
const interfaceVersion = '2.9.0';

/** As in package.json, which a test keeps equal: a bundle need not carry that file. */
export const version = '0.1.0';

/** No build step stamps a release, so the time told is that of the start of this instance. */
const startedAt = new Date(performance.timeOrigin).toISOString();

/** GET /info: what orchent, orpy and the dashboards ask to see whether an address is right. Not in the contract. */
export const info = (links: Links) => ({
  name: 'toscanini',
  version,
  projectVersion: version,
  projectRevision: `v${version}`,
  projectTimestamp: startedAt,
  serverHostname: new URL(links.base).hostname,
  build: { version: interfaceVersion },
});
