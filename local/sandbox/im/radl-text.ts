/** RADL as text, for callers that do not accept JSON: enough to read, one line per property. */

import type { Wanted } from './blueprint.ts';
import type { Radl, Scalar } from './radl.ts';

const literal = (value: Scalar): string => (typeof value === 'number' ? String(value) : `'${value}'`);

/** `cpu.count_min: 2` is written `cpu.count >= 2`. */
const property = ([key, value]: readonly [string, Scalar]): string =>
  key.endsWith('_min') ? `${key.slice(0, -4)} >= ${literal(value)}` : `${key} = ${literal(value)}`;

export const radlText = (elements: readonly Radl[]): string =>
  elements
    .map(({ class: kind, id, ...rest }) => `${kind} ${id} (\n${Object.entries(rest).map(property).join(' and\n')}\n)`)
    .join('\n');

/** The whole infrastructure as requested. */
export const blueprintText = (wanted: readonly Wanted[]): string =>
  [
    "network private_net ( outbound = 'no' )",
    ...wanted.map(({ system }) =>
      radlText([
        {
          class: 'system',
          id: system.node,
          instance_name: system.instanceName,
          'cpu.count_min': system.cpus,
          'memory.size_min': system.memoryBytes,
          'disk.0.size_min': system.diskBytes,
          'net_interface.0.connection': 'private_net',
        },
      ]),
    ),
    ...wanted.map(({ system, count }) => `deploy ${system.node} ${count}`),
  ].join('\n');
