import type { Json, Topology } from '../../tosca/topology.ts';
import { mapOf } from './capability-values.ts';

/** A call for the SSH credential of a node's machines: `[server, endpoint, credential, 0, token]`. */
export interface LoginCall {
  readonly node: string;
  /** absent: of each machine */
  readonly index?: number;
  /** a member of the credential; absent: all of it */
  readonly member?: string;
}

/** The call, if these are the arguments of `get_attribute` for a credential. */
export const loginCall = ([node, capability, attribute, ...path]: readonly Json[]): LoginCall | undefined => {
  if (typeof node !== 'string' || capability !== 'endpoint' || attribute !== 'credential') return undefined;
  const [index, ...members] = typeof path[0] === 'number' ? path : [undefined, ...path];
  const [member, ...more] = members;
  if (more.length > 0 || (member !== undefined && !loginMembers.includes(String(member)))) return undefined;
  return {
    node,
    ...(typeof index === 'number' && { index }),
    ...(member !== undefined && { member: String(member) }),
  };
};

/** Members of a credential, as the Infrastructure Manager gives them. */
const loginMembers = ['user', 'token', 'token_type'];

/** Whether the call gives a private key. */
export const givesKey = ({ member }: LoginCall): boolean => member === undefined || member === 'token';

/** Every call for a credential in a value. */
export const loginCallsIn = (value: Json): readonly LoginCall[] => {
  if (Array.isArray(value)) return value.flatMap(loginCallsIn);
  return Object.entries(mapOf(value)).flatMap(([name, member]) => {
    const call = name === 'get_attribute' && Array.isArray(member) ? loginCall(member) : undefined;
    return call === undefined ? loginCallsIn(member) : [call];
  });
};

/** Whether a value has a private key in it. */
export const asksKey = (value: Json): boolean => loginCallsIn(value).some(givesKey);

/** Names of the nodes whose private key an output asks for: their machines are made with one. */
export const requestedKeys = ({ outputs }: Pick<Topology, 'outputs'>): ReadonlySet<string> =>
  new Set(
    outputs.flatMap(({ value, deferred }) =>
      deferred
        ? loginCallsIn(value)
            .filter(givesKey)
            .map(({ node }) => node)
        : [],
    ),
  );
