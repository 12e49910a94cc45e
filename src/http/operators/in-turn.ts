import { ConflictError } from '../../foundation/errors.ts';
import type { Answer } from '../pipeline/answer.ts';

/** Administrators who switch at the same moment come one after another; more tries than there are of them. */
const mostTries = 10;

/**
 * Switches something of the installation. `once` answers undefined where another administrator has switched it between its reading and its
 * writing: then it reads anew, so that preconditions are about what is there in the last moment. ConflictError
 */
export const inTurn = async (what: string, once: () => Promise<Answer | undefined>): Promise<Answer> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const answer = await once();
    if (answer !== undefined) return answer;
  }
  throw new ConflictError(`others switch ${what} all the time: read it, then try again`);
};
