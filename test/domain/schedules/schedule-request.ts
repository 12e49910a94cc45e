/** A request for a schedule that is right, and what checks it. */

import type { Reader } from '../../../src/domain/schedules/schedule.ts';
import { limits, memoryWorld, template } from '../deployments/world.ts';

export const olga = { issuer: 'https://issuer.example', subject: 'olga', isAdministrator: false };

export const fileConfiguration = {
  elements: [
    { name: 'T1', bucket: 'tier-1', attributes: { tier: 1 } },
    { name: 'T2', bucket: 'tier-2', attributes: { tier: 2 } },
  ],
  buckets: ['incoming', 'raw'],
  readers: { raw: ['physics'] },
};

export const request = {
  ...{ template, parameters: {}, fileExpression: 'incoming:data/.*', replicationExpression: 'tier<2' },
  ...{ numberOfReplicas: 1, limits },
};

export const reader: Reader = { isAdministrator: false };

/** A world with files, and without a configured schedule. */
export const checkPorts = () => ({ ...memoryWorld(), fileConfiguration });

/** A template whose input `file` has this definition. */
export const withInput = (definition: string): string =>
  template.replace('topology_template:', `topology_template:\n  inputs: { file: ${definition} }`);
