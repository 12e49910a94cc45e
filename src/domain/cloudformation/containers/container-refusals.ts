import type { Json, Node } from '../../../tosca/topology.ts';
import { listOf, mapOf, textOf } from '../../deployers/capability-values.ts';
import { isSecretReference } from '../../deployers/secret-references.ts';
import { type ContainerPort, requestedHost } from './requested-container.ts';

/** What a template asks of a container, and Fargate does not have. */
export const containerRefusals = (
  node: Node,
  byName: ReadonlyMap<string, Node>,
  ports: readonly ContainerPort[],
): readonly string[] => {
  const { properties } = node;
  const volumes = listOf(requestedHost(node, byName)['volumes']);
  const strange = ports.find(({ protocol, outside }) => protocol !== 'tcp' && outside !== undefined);
  const secrets = { ...mapOf(properties['secrets']), ...mapOf(properties['secret_references']) };
  const unknown = Object.entries(secrets).find(([, value]) => !isSecretReference(value));
  const twice = ports.find(
    ({ outside }, index) => outside !== undefined && ports.findIndex((one) => one.outside === outside) < index,
  );
  const variables = { ...mapOf(properties['environment']), ...mapOf(properties['environment_variables']) };
  const both = Object.keys(secrets).find((name) => Object.hasOwn(variables, name));
  return [
    ...(both === undefined ? [] : [`has ${both} as a variable and as a secret, and ECS takes one of them`]),
    ...(twice === undefined
      ? []
      : [`publishes several of its ports as ${twice.outside}: give each one a target of its own (publish_ports)`]),
    ...(isTrue(properties['privileged']) ? ['asks to be privileged, which Fargate does not allow'] : []),
    ...(volumes.length > 0
      ? [`keeps data in ${volumes.map(String).join(', ')}, and containers keep nothing here when they end`]
      : []),
    ...(listOf(properties['uris']).length > 0
      ? ['fetches files (uris), which ECS does not: put them in the image']
      : []),
    ...(isTrue(properties['enable_https']) ? ['asks for HTTPS: use toscanini.nodes.aws.LoadBalancer'] : []),
    ...(strange === undefined ? [] : [`publishes a port of ${strange.protocol}, and only tcp is published here`]),
    ...(unknown === undefined
      ? []
      : [
          `has a secret ${unknown[0]} that is not for containers: give an attribute of a database of the template, or the ARN of a secret of Secrets Manager whose name begins with toscanini-containers/`,
        ]),
  ];
};

const isTrue = (value: Json | undefined): boolean => value === true || textOf(value) === 'true';

export const containerWarnings = (node: Node, byName: ReadonlyMap<string, Node>): readonly string[] => {
  const { properties } = node;
  return [
    ...(listOf(properties['constraints']).length > 0 ? ['is placed by AWS, whatever its constraints say'] : []),
    ...(requestedHost(node, byName)['publish_all'] === true ? ['publishes only the ports of publish_ports'] : []),
  ];
};
