import type { Adopter, FoundInfrastructure, Owners } from '../../domain/adoption/ports.ts';
import type { Token } from '../../domain/credentials/ports.ts';
import { NotFoundError, ProviderFailedError, ProviderUnavailableError } from '../../foundation/errors.ts';
import { RestError } from '../rest/client.ts';
import type { AuthorizationLine } from './authorization.ts';
import { notComparable, remembered } from './inspect.ts';
import { policy } from './policy.ts';
import { isNotTosca, list, presentName } from './search.ts';
import { type ImOptions, path, type Session, sessions } from './session.ts';

interface Options extends Omit<ImOptions, 'authorization'> {
  readonly providerId: string;
  /** the Infrastructure Manager's own line, as the installation has it */
  readonly ownLine: () => Promise<AuthorizationLine>;
}

/**
 * Adoption at the Infrastructure Manager (docs/decisions/0083). Whether an infrastructure is the caller's is asked with
 * nothing but the caller's token: the service's own line would list those of everybody. What is read is what the manager
 * remembers: functions that answer requests have no credentials of clouds.
 */
export const adopter = ({ providerId, ownLine, ...at }: Options): Adopter & Owners => {
  const sessionWith = (lines: () => Promise<readonly AuthorizationLine[]>): Promise<Session> =>
    sessions({ ...at, authorization: lines })(providerId);
  const callers = async (token: Token | undefined): Promise<AuthorizationLine | undefined> => {
    const text = await token?.();
    return text === undefined ? undefined : { type: 'InfrastructureManager', token: text };
  };
  return {
    policy,
    notComparable,
    find: async (id, token) => {
      const line = await callers(token);
      const isCallers = line !== undefined && (await lists(await sessionWith(async () => [line]), id));
      const session = await sessionWith(async () => [isCallers ? line : await ownLine()]);
      if (!isCallers && !(await lists(session, id))) return undefined;
      return read(session, id, isCallers);
    },
    own: async (id, token) => {
      const line = await callers(token);
      const { type: _, ...own } = await ownLine();
      // else the service works with the tokens of owners, of whom the caller is one
      if (line === undefined || !isSomebody(own)) return;
      const body = JSON.stringify(own);
      await sendMasked(await sessionWith(async () => [line]), id, body);
    },
    share: async (id, from, to) => {
      if (isSomebody(await ownLine())) return;
      const token = await from();
      if (token === undefined || token === to) return;
      const session = await sessionWith(async () => [{ type: 'InfrastructureManager', token }]);
      await sendMasked(session, id, JSON.stringify({ token: to }));
    },
    leave: async (id, to) => {
      if (isSomebody(await ownLine())) return;
      const session = await sessionWith(async () => [{ type: 'InfrastructureManager', token: to }]);
      await sendMasked(session, id, JSON.stringify({ token: to }), '?overwrite=true');
    },
  };
};

/** Whether the installation has an identity of its own there. */
const isSomebody = (own: AuthorizationLine): boolean => own['username'] !== undefined || own['token'] !== undefined;

/** Whether these credentials own it. Those that the manager does not take own nothing. */
const lists = async (session: Session, id: string): Promise<boolean> => {
  try {
    return (await list(session)).includes(id);
  } catch (error) {
    if (error instanceof ProviderUnavailableError && error.outageCause === 'credentials-refused') return false;
    // a token that is no JWT is a bad request there
    if (error instanceof ProviderFailedError && error.cause instanceof RestError) return false;
    throw error;
  }
};

/** undefined: it has gone in between, or nobody but its owner could have it */
const read = async (session: Session, id: string, isCallers: boolean): Promise<FoundInfrastructure | undefined> => {
  try {
    const name = await presentName(session, id);
    const inspection = await remembered(session, id);
    return { isCallers, ...(name !== undefined && { name }), inspection };
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    if (!isNotTosca(error)) throw error;
    // no deployment was ever made so: it is not for others to learn that it exists
    if (!isCallers) return undefined;
    throw new ProviderFailedError('it was made from RADL, and only what was made from TOSCA can be updated later', {
      cause: error,
    });
  }
};

/** The body is a password or a token: the manager's words about it are not passed on. */
const sendMasked = async (session: Session, id: string, body: string, query = ''): Promise<void> => {
  try {
    const headers = { 'Content-Type': 'application/json' };
    await session.send('infrastructure', { method: 'POST', path: path(id, `/authorization${query}`), headers, body });
  } catch (error) {
    const message = 'the Infrastructure Manager did not take another owner of it';
    if (error instanceof ProviderFailedError) throw new ProviderFailedError(message);
    if (error instanceof ProviderUnavailableError)
      throw new ProviderUnavailableError(message, { outageCause: error.outageCause });
    throw error;
  }
};
