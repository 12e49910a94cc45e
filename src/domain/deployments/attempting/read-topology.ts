import { UnavailableError } from '../../../foundation/errors.ts';
import { deployable } from '../../../tosca/infrastructure-manager/deployable.ts';
import type { Problem } from '../../../tosca/problems.ts';
import { describeResolved } from '../../../tosca/resolved-imports.ts';
import type { Topology } from '../../../tosca/topology.ts';
import { requestedNodes } from '../../changes/requested.ts';
import { injectionOf } from '../../clusters/injection.ts';
import { unanswered } from '../../infrastructure-manager/unanswered-questions.ts';
import { asksToMove } from '../../moving/moving-policy.ts';
import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { secretOutputsOf } from '../record/secret-places.ts';
import type { StoredRanking } from '../record/stored-ranking.ts';

type Ports = Pick<LifecyclePorts, 'files' | 'imports'>;

interface Read {
  readonly topology: Topology;
  /** in the form that the Infrastructure Manager can read */
  readonly text: string;
  /** one line for each import that several files could have answered: the file that was used */
  readonly imports: readonly string[];
  /** problems of the template that do not stop it */
  readonly warnings: readonly Problem[];
  /** what is stored of it for the following steps */
  readonly kept: Pick<StoredRanking, 'translation' | 'outputs' | 'secretOutputs' | 'asked' | 'injection' | 'mayMove'>;
}

/**
 * The topology of the template that an operation brought. The template was valid when it was accepted. So the only
 * possible problem is an import that cannot be read, which is an UnavailableError.
 */
export const readTopology = async (
  { files, imports }: Ports,
  { id, parameters }: Pick<Deployment, 'id' | 'parameters'>,
  operationId: string,
): Promise<Read> => {
  const submitted = await files.getTemplate(id, operationId);
  const { text, processed } = await deployable(submitted, {
    inputs: parameters,
    imports,
    withoutAnswer: (topology) => unanswered(topology).withoutAnswer,
  });
  if (processed.ok) {
    const { topology } = processed;
    const taken = (processed.imports ?? []).map(describeResolved);
    const outputs = topology.outputs.map(({ description: _, ...output }) => output);
    const kept = {
      outputs,
      secretOutputs: secretOutputsOf(topology),
      asked: requestedNodes(topology),
      injection: injectionOf(topology),
      ...(text !== submitted && { translation: text }),
      ...(asksToMove(topology) && { mayMove: true as const }),
    };
    return { topology, text, imports: taken, warnings: processed.problems, kept };
  }
  const [first] = processed.problems.filter(({ severity }) => severity === 'error');
  throw new UnavailableError(`the template can no longer be read: ${first?.message ?? 'it has problems'}`);
};

/** Which files the imports came from, as text for the deployment's log. */
export const importsLog = (imports: readonly string[], at: Date): string =>
  `${at.toISOString()} imports of the template\n${imports.map((line) => `  ${line}\n`).join('')}`;
