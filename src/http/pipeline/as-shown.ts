import { maySeeSecrets } from '../../domain/deployments/record/access.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { answerToGroup, cleanerFor } from '../../domain/deployments/record/disclosure.ts';
import type { Caller } from '../../foundation/caller.ts';
import { InvalidError } from '../../foundation/errors.ts';
import type { Problem } from '../../tosca/problems.ts';
import { type Cleaned, withoutSecrets } from '../../tosca/secrets/values.ts';
import type { Answer } from './answer.ts';

/**
 * The answer of a change, and its refusals, as the caller may read them: who manages a group changes a deployment without reading its secrets, and a template
 * of their own would show them in a dry run, or in the refusal of a value.
 */
export const asShown = async (caller: Caller, deployment: Deployment, work: () => Promise<Answer>): Promise<Answer> => {
  if (maySeeSecrets(caller, deployment)) return work();
  try {
    const answer = await work();
    return answer.json === undefined ? answer : { ...answer, json: answerToGroup(deployment, answer.json) };
  } catch (error) {
    throw cleanedError(error, cleanerFor(deployment));
  }
};

const cleanedError = (error: unknown, cleaned: Cleaned): unknown => {
  if (!(error instanceof Error)) return error;
  error.message = cleaned(error.message);
  if (!(error instanceof InvalidError)) return error;
  const problems = error.problems.map((one) => withoutSecrets(one, [], cleaned) as Problem);
  return new InvalidError(error.message, { problems, cause: error.cause });
};
