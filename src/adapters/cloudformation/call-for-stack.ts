import { NotFoundError, ProviderUnavailableError } from '../../foundation/errors.ts';
import { answering } from '../aws/errors.ts';
import type { Session } from './sessions.ts';
import { isStackId, partsOf } from './stack-id.ts';

/** Asks about a stack, by its id or name. NotFoundError as in `missingIn`. */
export const callForStack = async <T>(session: Session, id: string, run: () => Promise<T>): Promise<T> => {
  try {
    return await answering('stack', run);
  } catch (error) {
    throw error instanceof NotFoundError || isRefused(error) ? await missingIn(session, id, error) : error;
  }
};

/** Rights name an account: of a stack in another one AWS says rather that it may not be seen than that it is not there. */
const isRefused = (error: unknown): error is ProviderUnavailableError =>
  error instanceof ProviderUnavailableError && error.outageCause === 'credentials-refused';

/**
 * The error for what AWS does not find in a stack, or for the stack itself. Only the account of a stack knows it: any other
 * finds nothing, and the stack would count as gone after a change of the role of its provider, or of our credentials.
 */
export const missingIn = async (session: Session, stackId: string, cause: Error): Promise<Error> => {
  if (!isStackId(stackId)) return cause;
  const { account } = partsOf(stackId);
  const own = await session.account();
  if (own === account) return cause;
  return new ProviderUnavailableError(
    `stack ${stackId} is in account ${account}, and the credentials of its provider are of account ${own}: give the provider credentials of account ${account} again, or a role there (stack.roleArn)`,
    { cause, outageCause: 'credentials-refused' },
  );
};
