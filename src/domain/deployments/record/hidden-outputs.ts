/** Says why an output is hidden from readers who may see the deployment but not its secrets. */

import { withoutKnown } from '../../../tosca/secrets/known.ts';
import { namesSecret } from '../../../tosca/secrets/names.ts';
import type { Deployment } from './deployment.ts';

/** An output of which a member of the group sees only a part, or nothing. */
export interface HiddenOutput {
  readonly output: string;
  /** Why, in a sentence. It names inputs and never holds a value. */
  readonly reason: string;
}

type Secrets = Pick<Deployment, 'outputs' | 'parameters'> &
  Partial<Pick<Deployment, 'secretInputs' | 'secretOutputs' | 'secretTexts'>>;

/** The outputs that differ from what is shown in their place, in the order of the outputs. */
export const hiddenOutputs = (deployment: Secrets, shown: Deployment['outputs']): readonly HiddenOutput[] =>
  Object.entries(deployment.outputs).flatMap(([output, value]) =>
    JSON.stringify(value) === JSON.stringify(shown[output]) ? [] : [{ output, reason: reasonOf(deployment, output) }],
  );

const reasonOf = (deployment: Secrets, output: string): string => {
  const { outputs, secretOutputs = [], secretTexts = [] } = deployment;
  const value = outputs[output];
  const inputs = secretInputsIn(deployment, value);
  const named = inputs.map((name) => `"${name}"`).join(', ');
  if (inputs.length > 0) return `it holds the value of ${named}, and the template treats that input as a secret`;
  if (secretOutputs.some(({ at }) => at[0] === output)) return 'its value is, or becomes, a secret in the template';
  if (namesSecret(output)) return 'its name is one of a secret';
  if (holds(value, secretTexts)) return 'it holds a text that is, or becomes, a secret in the template';
  return 'a part of it looks like a password, a key or a token';
};

/** Names of the secret inputs whose values are in the output. */
const secretInputsIn = ({ parameters, secretInputs = [] }: Secrets, value: unknown): readonly string[] =>
  secretInputs.filter((name) => Object.hasOwn(parameters, name) && holds(value, [parameters[name]]));

const holds = (value: unknown, secrets: readonly unknown[]): boolean => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return withoutKnown(secrets)(text) !== text;
};
