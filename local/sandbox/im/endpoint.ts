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
  /** scheme and host of the caller's request */
  readonly base: string;
  readonly lines: readonly AuthorizationLine[];
  /** the caller; checked at the first call of this method, because the IM reports a bad template before bad credentials */
  owner(): Owner;
  /** another identity, by a line with its credentials */
  identify(line: AuthorizationLine): Owner;
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** the beginning of its error messages */
  readonly prefix: string | ((call: Pick<Call, 'params'>) => string);
  /** the beginning for refused credentials, where it differs */
  readonly credentialsPrefix?: string;
  /** the status for refused credentials; `none`: no header needed */
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

/** A query parameter for yes or no. Throws a 400 for any other value. */
export function flag({ query }: Call, name: string, absent = false): boolean {
  const value = query[name];
  if (value === undefined) return absent;
  const known = truth[value.toLowerCase()];
  if (known === undefined) throw new Refusal(400, `Incorrect value in ${name} parameter`, { prefixed: false });
  return known;
}

const tosca = ['text/yaml', 'text/x-yaml', 'application/yaml'];

/**
 * The TOSCA text of the body. The sandbox does not read RADL. It answers RADL, and TOSCA without a content type, as the IM
 * answers unreadable RADL.
 */
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
