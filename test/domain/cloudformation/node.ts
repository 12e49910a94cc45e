/** Nodes of a topology with only what a test is about. */

import type { Json, Node, Operation, Requirement } from '../../../src/tosca/topology.ts';

export type Given = Partial<Omit<Node, 'requirements' | 'capabilities'>> & {
  readonly requirements?: readonly (Partial<Requirement> & { readonly name: string })[];
  /** values of its endpoints and of its host, by the name of the capability */
  readonly capabilities?: { readonly [name: string]: { readonly [property: string]: Json } };
};

const typesOf = (name: string): readonly string[] => {
  if (name === 'host') return ['tosca.capabilities.Compute'];
  return name === 'os' ? ['tosca.capabilities.OperatingSystem'] : ['tosca.capabilities.Endpoint'];
};

export const node = (name: string, type: string, { capabilities = {}, ...more }: Given = {}): Node =>
  ({
    ...{ name, type: `tosca.nodes.${type}`, types: [`tosca.nodes.${type}`, 'tosca.nodes.Root'], count: 1 },
    ...{ removalList: [], properties: {}, requirements: [] },
    capabilities: Object.fromEntries(
      Object.entries(capabilities).map(([key, properties]) => [key, { types: typesOf(key), properties }]),
    ),
    ...more,
  }) as unknown as Node;

export const byNameOf = (...nodes: readonly Node[]): ReadonlyMap<string, Node> =>
  new Map(nodes.map((one) => [one.name, one]));

export const operation = (name: string, inputs: { readonly [name: string]: Json } = {}): Operation => ({
  ...{ interface: 'Standard', name, of: 'standard', inputs },
  script: { file: 'a.sh', text: 'true' },
});
