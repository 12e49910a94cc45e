import { entryOf } from '../../../foundation/entry-of.ts';
import type { Json } from '../../../tosca/topology.ts';
import { givesKey, type LoginCall } from '../../deployers/requested-logins.ts';
import { machinesOf, type SoftwareMachine } from './software-machines.ts';

/** What is known of the logins of a deployment. */
export interface KnownLogins {
  readonly machines: readonly SoftwareMachine[];
  /** users by node */
  readonly logins: { readonly [node: string]: string };
  /** the private key of all machines */
  privateKey(): Promise<string>;
}

/** A credential as the Infrastructure Manager gives it, or a member of it: of one machine, or a list. */
export const loginValue = async (call: LoginCall, known: KnownLogins): Promise<Json> => {
  const { node, index, member } = call;
  const user = entryOf(known.logins, node) ?? '';
  const credential: { readonly [name: string]: Json } = {
    user,
    ...(givesKey(call) && { token: await known.privateKey() }),
    token_type: 'private_key',
  };
  const all = machinesOf(known.machines, node).map(() => (member === undefined ? credential : credential[member]));
  const found = index === undefined && all.length !== 1 ? all : all[index ?? 0];
  return (found ?? null) as Json;
};
