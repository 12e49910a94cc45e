import type { Caller } from '../../foundation/caller.ts';
import type { BodyOf } from '../schemas/answers.ts';

/** The answer of GET /me: the caller, as the service knows them. */
export const meView = ({ issuer, subject, groups, manages, isAdministrator, email }: Caller): BodyOf<'Me'> => ({
  issuer,
  subject,
  ...(groups && { groups }),
  ...(manages && { manages }),
  administrator: isAdministrator,
  ...(email !== undefined && { email }),
});
