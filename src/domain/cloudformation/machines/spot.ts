import type { Json, Node } from '../../../tosca/topology.ts';
import { capabilityValues } from '../../deployers/capability-values.ts';
import { getAtt, logicalId, type StackResources } from '../blueprint/blueprint.ts';
import { metadataOf } from '../blueprint/member.ts';

/** Machines that AWS may take back, for a part of the price (`preemtible_instance` of INDIGO's host). */
export const isSpot = (node: Node): boolean => capabilityValues(node, 'host')['preemtible_instance'] === true;

const templateOf = (node: Node): string => `${logicalId(node.name)}Spot`;

/** An instance cannot say itself that it is a spot one; a template that it is started from can. */
export const spotTemplate = (node: Node): StackResources =>
  isSpot(node)
    ? {
        [templateOf(node)]: {
          Type: 'AWS::EC2::LaunchTemplate',
          Properties: { LaunchTemplateData: { InstanceMarketOptions: { MarketType: 'spot' } } },
          Metadata: metadataOf(node.name),
        },
      }
    : {};

export const spotProperties = (node: Node): { readonly LaunchTemplate?: Json } =>
  isSpot(node)
    ? {
        LaunchTemplate: {
          LaunchTemplateId: { Ref: templateOf(node) },
          Version: getAtt(templateOf(node), 'LatestVersionNumber'),
        },
      }
    : {};
