/** One row of the Infrastructure Manager's API: everything that differs between its calls. */

import type { AuthorizationLine, Owner } from './authorization.ts';
import type { Sandbox } from './lookup.ts';
import { Refusal } from './refusal.ts';
import type { Reply } from './reply.ts';

export interface Call {
  readonly sandbox: Sandbox;
  readonly params: { readonly [name: string]: string };
  readonly query: { readonly [name: string]: string };
  readonly body: string;
  readonly contentType: string | undefined;
  readonly accept: string | undefined;
  /** scheme and host that the caller used */
  readonly base: string;
  readonly lines: readonly AuthorizationLine[];
  /** who calls; checked when first asked for, since a bad template is told before bad credentials */
  owner(): Owner;
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** what its refusals begin with */
  readonly prefix: string | ((call: Pick<Call, 'params'>) => string);
  /** in front of a refusal of the credentials, where that differs */
  readonly credentialsPrefix?: string;
  /** the code for credentials that are refused; `none`: no header needed */
  readonly credentials: 401 | 400 | 'none';
  handle(call: Call): Reply;
}

const truth: { readonly [text: string]: boolean } = {
  yes: true,
  true: true,
  '1': true,
  no: false,
  false: false,
  '0': false,
};

/** A query parameter that is yes or no; throws a 400 for anything else. */
export function flag({ query }: Call, name: string, absent = false): boolean {
  const value = query[name];
  if (value === undefined) return absent;
  const known = truth[value.toLowerCase()];
  if (known === undefined) throw new Refusal(400, `Incorrect value in ${name} parameter`, { prefixed: false });
  return known;
}

const tosca = ['text/yaml', 'text/x-yaml', 'application/yaml'];

/** The TOSCA text of the body. RADL is no language of the sandbox: it is told that it is none, as TOSCA without a type is. */
export function toscaBody({ body, contentType }: Call): string {
  const type = (contentType ?? 'text/plain').split(';')[0]?.trim().toLowerCase() ?? '';
  if (tosca.includes(type)) return body;
  if (type === 'text/plain' || type === '*/*') {
    const word = /^\s*(\S*?)[\s:]/.exec(body)?.[1] ?? '';
    throw new Refusal(400, `Line 1: Parse error in: LexToken(VAR,'${word}',1,0)`);
  }
  if (type === 'application/json') throw new Refusal(400, 'the sandbox reads TOSCA (text/yaml), no RADL in JSON');
  throw new Refusal(415, `Unsupported Media Type ['${type}']`, { prefixed: false });
}

export const infrastructureUri = ({ base }: Call, id: string): string => `${base}/infrastructures/${id}`;

export const machineUri = (call: Call, id: string, machine: number): string =>
  `${infrastructureUri(call, id)}/vms/${machine}`;
