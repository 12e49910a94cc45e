import type { Rehearsal } from '../domain/deployments/rehearse.ts';
import type { Problem } from '../domain/tosca/problems.ts';

/**
 * The answer of a dry run: the topology with all its values, the resources that would exist, the providers that would be
 * tried, best first, and the warnings of the template. What has no id yet is known by the name of its node.
 */
export const rehearsalView = ({ topology, resources, candidates, warnings }: Rehearsal) => {
  const nodeOf = new Map(resources.map(({ id, toscaNodeName }) => [id, toscaNodeName]));
  const { inputs, nodes, outputs, policies } = topology;
  return {
    topology: { version: topology.version, inputs, nodes, outputs, policies },
    resources: resources.map(({ toscaNodeName, toscaNodeType, state, requiredBy }) => ({
      toscaNodeName,
      toscaNodeType,
      state,
      requiredBy: [...new Set(requiredBy.map((id) => nodeOf.get(id)))],
    })),
    candidates: candidates.map(({ id, name }) => ({ id, name })),
    warnings: warnings.map(warningView),
  };
};

const warningView = ({ file, line, column, path, message }: Problem) => ({ file, line, column, path, message });
