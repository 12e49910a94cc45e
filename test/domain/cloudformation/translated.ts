/** Templates as CloudFormation gets them. */

import { bindBlueprint } from '../../../src/domain/cloudformation/bind.ts';
import { translate } from '../../../src/domain/cloudformation/translate.ts';
import type { StackOffer } from '../../../src/domain/providers/stack-offer.ts';
import type { Json, Topology } from '../../../src/tosca/topology.ts';
import { topologyOf } from '../../tosca/fixtures.ts';

export const offer: StackOffer = { region: 'eu-west-1' };

/** One resource for each machine; its id is made of its node and its number. */
export const machinesOf = ({ nodes }: Pick<Topology, 'nodes'>) =>
  nodes
    .filter(({ types }) => types.includes('tosca.nodes.Compute'))
    .flatMap(({ name: node, count }) =>
      Array.from({ length: count }, (_, index) => ({ resourceId: `${node}-${index}`, node })),
    );

export const translated = async (
  nodes: string,
  more: {
    outputs?: string;
    policies?: string;
    groups?: string;
    offer?: StackOffer;
    inputs?: { [name: string]: Json };
  } = {},
) => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3
imports:
  - https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml
  - toscanini-aws-types.yaml
topology_template:
  node_templates:
${nodes.replaceAll(/^/gm, '    ')}
${more.groups ? `  groups:\n${more.groups.replaceAll(/^/gm, '    ')}\n` : ''}${more.policies ? `  policies:\n${more.policies.replaceAll(/^/gm, '    ')}\n` : ''}${more.outputs ? `  outputs:\n${more.outputs.replaceAll(/^/gm, '    ')}` : ''}`;
  const topology = await topologyOf(text);
  return { topology, translation: translate(topology, more.offer ?? offer) };
};

type Template = {
  readonly Resources: {
    readonly [id: string]: {
      readonly Type: string;
      readonly Properties: { readonly [name: string]: Json };
      readonly DependsOn?: Json;
      readonly Metadata?: Json;
    };
  };
  readonly Outputs?: { readonly [id: string]: { readonly Value: Json; readonly Description: string } };
  readonly Parameters?: { readonly [id: string]: Json };
};

/** The template of a topology that must be mappable. */
export const stackOf = async (...given: Parameters<typeof translated>) => {
  const { topology, translation } = await translated(...given);
  if (!translation.ok) throw new Error(translation.reasons.join('\n'));
  const { template, parameters } = bindBlueprint(translation.blueprint, machinesOf(topology));
  const { Resources, Outputs = {}, Parameters = {} } = template as unknown as Template;
  return {
    template,
    parameters,
    resources: Resources,
    outputs: Outputs,
    declared: Parameters,
    warnings: translation.warnings,
  };
};

/** Why a topology cannot be mapped. */
export const reasonsOf = async (...given: Parameters<typeof translated>): Promise<readonly string[]> => {
  const { translation } = await translated(...given);
  return translation.ok ? [] : translation.reasons;
};
