import type { DependencyStates } from '../../domain/dependencies/dependency-state.ts';
import { type Answer, entity } from '../pipeline/answer.ts';
import type { BodyOf } from '../schemas/answers.ts';

/** GET /dependencies: an extension. How the outside systems were when they were last asked; this route asks none of them. */
export const dependencyList =
  ({ dependencyStates }: { readonly dependencyStates: Pick<DependencyStates, 'all'> }) =>
  async (): Promise<Answer> => {
    const dependencies = (await dependencyStates.all()).map(
      ({ name, state, since, reason }): BodyOf<'DependencyState'> => ({
        ...{ name, state, since },
        ...(reason !== undefined && { reason }),
      }),
    );
    return entity({ dependencies });
  };
