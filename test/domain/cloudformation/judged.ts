import { requestedNodes } from '../../../src/domain/changes/requested.ts';
import { classifyStackChanges } from '../../../src/domain/cloudformation/classify.ts';
import { planUpdate } from '../../../src/domain/resources/plan-update.ts';
import type { Resource } from '../../../src/domain/resources/resource.ts';
import type { Node } from '../../../src/tosca/topology.ts';
import { compute, resourcesOf, software, type Values } from '../infrastructure-manager/requested.ts';

/** What an update of a stack from one list of nodes to another does, with the resources as the service plans them. */
export const judged = (
  before: readonly Node[],
  after: readonly Node[],
  replace: boolean | readonly string[] = false,
  /** nodes that only an update has made which failed */
  failed: readonly Node[] = [],
) => {
  const all = requestedNodes({ nodes: [...before, ...failed], policies: [] });
  const isNew = ({ toscaNodeName }: Resource): boolean => failed.some(({ name }) => name === toscaNodeName);
  const base = requestedNodes({ nodes: before, policies: [] });
  const make = { deploymentId: 'd', operationId: 'update', now: '2026-01-01T00:00:00.000Z', nextId: () => 'added' };
  const { kept, removed } = planUpdate({ nodes: after }, resourcesOf([...before, ...failed]), make);
  return classifyStackChanges({
    after: requestedNodes({ nodes: after, policies: [] }),
    kept,
    removed,
    basesOf: (resource) => [isNew(resource) ? all : base],
    inForce: base,
    replace,
  });
};

export const bucket = (name: string) =>
  software(name, 'nowhere', {
    type: 'tosca.nodes.ObjectStorage',
    types: ['tosca.nodes.ObjectStorage', 'tosca.nodes.Root'],
  });

export const web = (given: object = {}) => compute('web', given);

export const database = (properties: object = {}) =>
  software('db', 'nowhere', {
    type: 'tosca.nodes.Database',
    types: ['tosca.nodes.Database', 'tosca.nodes.Root'],
    properties: { name: 'shop', port: 5432, ...properties },
  });

export const queue = (properties: Values = {}) =>
  software('jobs', 'nowhere', {
    type: 'toscanini.nodes.aws.Queue',
    types: ['toscanini.nodes.aws.Queue', 'tosca.nodes.Root'],
    properties: { ordered: false, ...properties },
  });

/** A resource of a type that the operator allows. */
export const foreign = (type: string, properties: Values = {}) =>
  software('table', 'nowhere', {
    type: 'toscanini.nodes.aws.Resource',
    types: ['toscanini.nodes.aws.Resource', 'tosca.nodes.Root'],
    properties: { type, on_deletion: 'delete', ...properties },
  });
