import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../step-functions/workflow.ts';
import { identityOf } from './names.ts';
import { type Resolve, text } from './resolver.ts';
import { type Resource, resourcesOf, type Stack } from './stacks.ts';

export const readWorkflows = (stacks: readonly Stack[], resolve: Resolve): readonly WorkflowDefinition[] =>
  resourcesOf(stacks, 'AWS::StepFunctions::StateMachine').map((machine) => {
    const { attributes } = identityOf(machine);
    return {
      arn: text(attributes['Arn']),
      name: text(attributes['Name']),
      definition: filledIn(definitionOf(machine, resolve), machine, resolve),
    };
  });

const definitionOf = ({ Properties, stack, logicalId }: Resource, resolve: Resolve): string => {
  if (Properties['DefinitionString'] !== undefined) return text(resolve(Properties['DefinitionString'], stack));
  const location = Properties['DefinitionS3Location'] as { Key?: unknown } | undefined;
  if (location === undefined) throw new Error(`${logicalId} has no definition that a laptop can read`);
  return readFileSync(join(stack.directory, `asset.${text(location.Key)}`), 'utf8');
};

/**
 * Fills in `${Placeholder}` as CloudFormation does. Throws for one without a substitution, because it could work neither
 * here nor in the cloud.
 */
const filledIn = (definition: string, { Properties, stack, logicalId }: Resource, resolve: Resolve): string => {
  const substitutions = (Properties['DefinitionSubstitutions'] ?? {}) as Record<string, unknown>;
  return definition.replace(/\$\{([^{}]+)\}/g, (_whole, name: string) => {
    if (substitutions[name] === undefined) throw new Error(`${logicalId} has no value for its placeholder \${${name}}`);
    return JSON.stringify(text(resolve(substitutions[name], stack))).slice(1, -1);
  });
};
