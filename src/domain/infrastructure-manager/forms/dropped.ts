import { droppedProperties } from '../../../tosca/dropped-properties.ts';
import { inNode, type Judged, type Rule } from './judged.ts';

const monitored = 'tosca.nodes.indigo.MonitoredCompute';

const since = 'since its version 5.0.0 (use tosca.nodes.indigo.ZabbixAgent)';

/** The manager refuses properties that a package's type has no longer, and a type that the package has no longer. */
export const droppedByPackages: Rule = (node): readonly Judged[] => [
  ...droppedProperties(node.type)
    .filter((name) => node.properties[name] !== undefined)
    .map((name) => ({
      edits: [inNode(node, name)],
      notes: [
        `the property ${name} of node ${node.name} is left out: the type ${node.type} of the package has none ${since}`,
      ],
    })),
  ...(node.type === monitored
    ? [
        {
          notes: [
            `node ${node.name} is made as a tosca.nodes.indigo.Compute, which nothing monitors: the package has no ${monitored} ${since}`,
          ],
        },
      ]
    : []),
];
