import type { Resource } from '../../../src/domain/resources/resource.ts';

/** The resource of a node that is a Compute, while it is made. */
export const computeResource = (id: string, node: string, changes: Partial<Resource> = {}): Resource => ({
  id,
  deploymentId: 'd',
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  state: 'CREATING',
  toscaNodeName: node,
  toscaNodeType: 'tosca.nodes.Compute',
  toscaTypes: ['tosca.nodes.Compute'],
  requiredBy: [],
  metadata: {},
  ...changes,
});
