import type { UpdateOrder } from '../../domain/deployers/planner.ts';
import type { NodeEdit } from '../../tosca/edit.ts';
import type { Json, Node } from '../../tosca/topology.ts';

/**
 * Writes out values that changed because the new template leaves them to a default: the Infrastructure Manager keeps what
 * a new template does not mention (docs/contract/infrastructure-manager-templates.md, "Updates").
 */
export const explicitEdits = ({ nodes, changed }: Pick<UpdateOrder, 'nodes' | 'changed'>): readonly NodeEdit[] => {
  const byNode = Map.groupBy(changed, ({ node }) => node);
  return nodes.flatMap((node) => {
    const properties = (byNode.get(node.name) ?? []).map(({ property }) => property);
    const isChanged = (prefix: string): boolean =>
      properties.some((property) => property === prefix || property.startsWith(`${prefix}.`));
    return assignments(node)
      .filter(({ path }) => isChanged(path.join('.')))
      .map(({ path, value }) => ({ node: node.name, path, value, ifAbsent: true }));
  });
};

const assignments = ({ properties, capabilities }: Node): readonly { path: readonly string[]; value: Json }[] => [
  ...Object.entries(properties).map(([name, value]) => ({ path: ['properties', name], value })),
  ...Object.entries(capabilities)
    .filter(([name]) => name !== 'scalable')
    .flatMap(([capability, { properties }]) =>
      Object.entries(properties).map(([name, value]) => ({
        path: ['capabilities', capability, 'properties', name],
        value,
      })),
    ),
];
