/** Credentials of a role that AWS refuses before their end: its sessions were revoked, or nobody knows them any more. */

import type { Clock } from '../../foundation/clock.ts';

export interface RoleCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly expiration: Date;
}

/** What AWS's services call session credentials that they do not accept. */
const refusals =
  /^(?:ExpiredToken(?:Exception)?|InvalidClientTokenId|UnrecognizedClientException|AuthFailure|InvalidAccessKeyId|InvalidToken|TokenRefreshRequired)$/;

/** Revoking a role's sessions attaches a policy that denies all to those that are older. */
const isRevoked = ({ name, message }: Error): boolean =>
  /^AccessDenied|^UnauthorizedOperation/.test(name) && /explicit deny/i.test(message);

/** A right that a policy denies looks like a revoked session, so a new session is asked for once in this time, in milliseconds. */
const leastAgeMs = 60_000;

/** A part of the SDK's clients; their types differ by their commands. */
interface Client {
  readonly middlewareStack: {
    add(middleware: unknown, options: { readonly step: 'initialize'; readonly name: string }): void;
  };
}

type Next = (args: unknown) => Promise<unknown>;

/**
 * Keeps the credentials of a role, and asks for others when a call is refused for them. `credentials` is what clients sign with,
 * `watch` lets the calls of all clients in a session be sent once more, `end` is when the credentials end.
 */
export const renewable = (first: RoleCredentials, ask: () => Promise<RoleCredentials>, clock: Clock) => {
  let current = { credentials: first, since: clock.now().getTime() };
  let asking: Promise<void> | undefined;

  const renew = (refused: typeof current): Promise<void> => {
    if (current !== refused) return Promise.resolve(); // another call has done it
    asking ??= ask()
      .then((credentials) => {
        current = { credentials, since: clock.now().getTime() };
      })
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };

  const mayBeOld = (error: unknown, { since }: typeof current): boolean =>
    error instanceof Error &&
    (refusals.test(error.name) || (isRevoked(error) && clock.now().getTime() - since >= leastAgeMs));

  const onceMore =
    (next: Next): Next =>
    async (args) => {
      const used = current;
      try {
        return await next(args);
      } catch (error) {
        if (!mayBeOld(error, used)) throw error;
        await renew(used);
        return next(args);
      }
    };

  return {
    /** The SDK keeps what it has got until five minutes before its end, so it is told of an end in the past. */
    credentials: async (): Promise<RoleCredentials> => ({ ...current.credentials, expiration: new Date(0) }),
    end: (): number => current.credentials.expiration.getTime(),
    watch: (session: object): void => {
      for (const member of Object.values(session))
        if (isClient(member)) member.middlewareStack.add(onceMore, { step: 'initialize', name: 'askedAnew' });
    },
  };
};

const isClient = (member: unknown): member is Client =>
  typeof member === 'object' && member !== null && 'middlewareStack' in member;
