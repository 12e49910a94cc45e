/** The issuer of the sandbox lets everybody be anybody, so that rights can be tried out. */

import type { Login } from '../../client/types.ts';
import { isLocal, type TokenFields } from './logins.ts';

export const isSandbox = ({ name, issuer }: Login): boolean => name === 'sandbox' && isLocal(issuer);

export const personas: readonly { readonly name: string; readonly words: string; readonly fields: TokenFields }[] = [
  { name: 'developer', words: 'a user without a group', fields: {} },
  { name: 'alice', words: 'a user in the group research', fields: { username: 'alice', groups: 'research' } },
  { name: 'bob', words: 'another user in that group', fields: { username: 'bob', groups: 'research' } },
  { name: 'ada', words: 'an administrator', fields: { username: 'ada', administrator: 'true' } },
];

export const fieldsOf = (persona: string | undefined): TokenFields =>
  personas.find(({ name }) => name === persona)?.fields ?? {};
