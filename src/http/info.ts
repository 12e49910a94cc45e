import manifest from '../../package.json' with { type: 'json' };
import type { Links } from './links.ts';

/** The release of the original service whose interface this one keeps; old dashboards want at least 2.2.0 (clients.md 1.4). */
const interfaceVersion = '2.9.0';

/** No build step stamps a release, so the time told is that of the start of this instance. */
const startedAt = new Date(performance.timeOrigin).toISOString();

/** GET /info: what orchent, orpy and the dashboards ask to see whether an address is right. Not in interface.md. */
export const info = (links: Links) => ({
  name: manifest.name,
  version: manifest.version,
  projectVersion: manifest.version,
  projectRevision: `v${manifest.version}`,
  projectTimestamp: startedAt,
  serverHostname: new URL(links.base).hostname,
  build: { version: interfaceVersion },
});
