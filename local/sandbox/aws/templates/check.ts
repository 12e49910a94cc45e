/** Refuses what CloudFormation refuses before it begins, in its words. */

import { AwsRefusal, invalid } from '../protocol/refusal.ts';
import { rowOf } from '../rows/rows.ts';
import { circleIn, referencesIn } from './references.ts';
import { formatError, needsOf, type Template } from './template.ts';

const pseudoParameters = [
  'AWS::AccountId',
  'AWS::NoValue',
  'AWS::NotificationARNs',
  'AWS::Partition',
  'AWS::Region',
  'AWS::StackId',
  'AWS::StackName',
  'AWS::URLSuffix',
];

function checkReferences(template: Template, value: Parameters<typeof referencesIn>[0], block: string): void {
  const { Resources, Parameters: parameters, Conditions, Mappings } = template;
  const all = referencesIn(value);
  const lost = all.filter(
    ({ kind, name }) =>
      kind === 'Ref' && !(name in Resources) && !(name in parameters) && !pseudoParameters.includes(name),
  );
  if (lost.length > 0) {
    const names = [...new Set(lost.map(({ name }) => name))].join(', ');
    throw formatError(`Unresolved resource dependencies [${names}] in the ${block} block of the template`);
  }
  for (const one of all) {
    if (one.kind === 'GetAtt') checkAttribute(template, one.name, one.attribute);
    if (one.kind === 'Condition' && !(one.name in Conditions))
      throw formatError(`Unresolved condition dependency ${one.name} in the ${block} block of the template`);
    if (one.kind === 'FindInMap' && !(one.name in Mappings))
      throw invalid(
        `Template error: Mapping named '${one.name}' is not present in the 'Mappings' section of template.`,
      );
  }
}

function checkAttribute(template: Template, name: string, attribute: string): void {
  const definition = template.Resources[name];
  if (!definition) throw invalid(`Template error: instance of Fn::GetAtt references undefined resource ${name}`);
  const row = rowOf(definition.Type);
  if (row && !row.specification.attributes.includes(attribute))
    throw invalid(`Template error: resource ${name} does not support attribute type ${attribute} in Fn::GetAtt`);
}

/** Throws a ValidationError, or InsufficientCapabilitiesException. */
export function checkTemplate(template: Template, capabilities: readonly string[], allowed?: readonly string[]): void {
  const definitions = Object.entries(template.Resources);
  const types = [...new Set(definitions.map(([, { Type }]) => Type))];
  const strange = types.filter((type) => rowOf(type) === undefined);
  if (strange.length > 0) throw formatError(`Unrecognized resource types: [${strange.join(', ')}]`);
  for (const [, definition] of definitions) {
    checkReferences(template, definition.Properties, 'Resources');
    const missing = needsOf(definition.DependsOn).filter((name) => !(name in template.Resources));
    if (missing.length > 0)
      throw formatError(
        `Unresolved resource dependencies [${missing.join(', ')}] in the Resources block of the template`,
      );
  }
  for (const { Value } of Object.values(template.Outputs)) checkReferences(template, Value, 'Outputs');
  const circle = circleIn(template);
  if (circle.length > 0) throw invalid(`Circular dependency between resources: [${circle.join(', ')}]`);
  checkRights(template, types, capabilities, allowed);
}

function checkRights(
  template: Template,
  types: readonly string[],
  capabilities: readonly string[],
  allowed: readonly string[] | undefined,
): void {
  const needed = capabilityOf(template);
  if (needed && !capabilities.includes(needed) && !capabilities.includes('CAPABILITY_NAMED_IAM'))
    throw new AwsRefusal('InsufficientCapabilitiesException', `Requires capabilities : [${needed}]`);
  const refused = types.filter((type) => allowed && !allowed.some((one) => covers(one, type)));
  if (refused.length > 0)
    throw invalid(`Resource type ${refused[0]} is not allowed by parameter ResourceTypes [${allowed?.join(', ')}]`);
}

const covers = (pattern: string, type: string): boolean =>
  pattern === type || (pattern.endsWith('*') && type.startsWith(pattern.slice(0, -1)));

export function capabilityOf(template: Template): string | undefined {
  const iam = Object.values(template.Resources).filter(({ Type }) => Type.startsWith('AWS::IAM::'));
  if (iam.length === 0) return undefined;
  const isNamed = iam.some(({ Properties }) =>
    Object.keys(Properties ?? {}).some((name) => /^(Role|InstanceProfile|User|Group|ManagedPolicy)Name$/.test(name)),
  );
  return isNamed ? 'CAPABILITY_NAMED_IAM' : 'CAPABILITY_IAM';
}
