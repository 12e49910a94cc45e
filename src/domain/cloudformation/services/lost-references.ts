import type { Json, Node } from '../../../tosca/topology.ts';
import { mapOf, textOf } from '../../deployers/capability-values.ts';
import type { StackResources } from '../blueprint/blueprint.ts';

/** What `Ref` gives without a resource [CloudFormation template reference, "Pseudo parameters"]. */
const ofAws: ReadonlySet<string> = new Set(
  ['AccountId', 'NotificationARNs', 'NoValue', 'Partition', 'Region', 'StackId', 'StackName', 'URLSuffix'].map(
    (one) => `AWS::${one}`,
  ),
);

interface Writing {
  readonly node: Node;
  readonly parameters?: { readonly [name: string]: unknown };
}

/** Why CloudFormation would refuse the stack: properties that a template writes itself refer to what the stack does not have. */
export const lostReferences = (
  members: readonly Writing[],
  shared: { readonly [node: string]: StackResources },
): readonly { readonly node: Node; readonly why: string }[] => {
  const writing = members.filter(({ node }) => node.types.includes('toscanini.nodes.aws.Resource'));
  if (writing.length === 0) return [];
  const known = new Set([
    ...Object.values(shared).flatMap(Object.keys),
    ...members.flatMap(({ parameters = {} }) => Object.keys(parameters)),
  ]);
  return writing.flatMap(({ node }) => {
    const [lost] = referredIn(node.properties['properties'] ?? null).filter((id) => !known.has(id) && !ofAws.has(id));
    return lost === undefined ? [] : [{ node, why: refersTo(lost) }];
  });
};

const refersTo = (id: string): string =>
  `refers to ${JSON.stringify(id)} in its properties, and the stack has no resource of this name: name a node by { get_attribute: [node, id] } or [node, attributes, Arn], or what AWS gives, as in { Ref: AWS::Region }`;

/** The names in `Ref` and `Fn::GetAtt`. */
const referredIn = (value: Json): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { Ref, 'Fn::GetAtt': attribute } = Array.isArray(value) ? {} : mapOf(value);
  const of = Array.isArray(attribute) ? attribute[0] : textOf(attribute)?.split('.', 1)[0];
  const own = [Ref, of].flatMap((one) => (typeof one === 'string' ? [one] : []));
  return [...own, ...Object.values(value).flatMap((member) => referredIn(member as Json))];
};
