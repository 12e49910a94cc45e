import type { ClusterCredentials } from '../../src/domain/credentials/ports.ts';

/** Of an installation that acts for nobody: what clusters of its users lack is told, and never asked for. */
export const noClusterCredentials: ClusterCredentials = { lacking: () => 'exchange', issue: async () => undefined };
