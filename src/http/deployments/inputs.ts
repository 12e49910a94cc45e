import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { Files } from '../../domain/deployments/record/ports.ts';
import { entryOf } from '../../foundation/entry-of.ts';
import type { DeclaredInput } from '../../tosca/declared-inputs.ts';
import type { Imports } from '../../tosca/topology.ts';
import { type Answer, entity } from '../pipeline/answer.ts';
import type { BodyOf } from '../schemas/answers.ts';

interface Ports {
  readonly files: Pick<Files, 'getTemplate'>;
  readonly imports: Imports;
}

/**
 * GET /deployments/{deployment_id}/inputs: an extension. What the template in force declares, and the values that it has.
 * An import that can no longer be read changes nothing but the types that it defines: those are not known then.
 */
export const inputs =
  ({ files, imports }: Ports) =>
  async ({ deployment }: { readonly deployment: Deployment }): Promise<Answer> => {
    const text = await files.getTemplate(deployment.id, deployment.templateOf);
    const { validateTemplate } = await import('../../tosca/process.ts');
    const { inputs: declared } = await validateTemplate(text, imports);
    return entity(inputsView(deployment, declared));
  };

export const inputsView = (
  { parameters, secretInputs = [] }: Pick<Deployment, 'parameters' | 'secretInputs'>,
  declared: readonly DeclaredInput[],
): BodyOf<'Inputs'> =>
  declared.map((input) => {
    const stored = entryOf(parameters, input.name);
    const given = (stored ?? null) !== null;
    const value = given ? stored : input.default;
    const secret = input.secret ?? secretInputs.includes(input.name);
    return {
      ...declaredView(input),
      ...(secret && { secret }),
      ...(value !== undefined && { value }),
      given,
    };
  });

/** Of a schema within a schema, the description of the API says no more than that it has members. */
export const declaredView = (input: DeclaredInput): BodyOf<'DeclaredInput'> =>
  input as unknown as BodyOf<'DeclaredInput'>;
