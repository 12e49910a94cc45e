/**
 * The functions and roles of the installation with their policies, from installation.json, which `npm run tool aws:policies`
 * writes from a synthesis. test/lib/aws-data fails when the file is not what a synthesis gives.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accounts } from '../world/accounts.ts';
import type { Policies } from './decision.ts';
import type { Statement } from './policy.ts';

export interface Installation {
  /** each once, in the order in which principals first use them */
  readonly statements: readonly Statement[];
  /** entry of a function -> name of its role, and numbers of statements */
  readonly functions: { readonly [entry: string]: Granted & { readonly role: string } };
  /** ARN -> numbers of statements */
  readonly roles: { readonly [arn: string]: Granted };
  /** type of CloudFormation -> the actions that its handlers need, as `service:Action,Action service:…` */
  readonly handlers: { readonly [type: string]: string };
}

interface Granted {
  readonly identity: readonly number[];
}

const file = join(import.meta.dirname, 'installation.json');
let kept: Installation | undefined;

const installation = (): Installation => {
  // only the tool writes this file, so its shape is trusted
  kept ??= JSON.parse(readFileSync(file, 'utf8')) as Installation;
  return kept;
};

const policiesOf = ({ identity }: Granted): Policies => {
  const { statements } = installation();
  return { identity: identity.flatMap((number) => statements[number] ?? []) };
};

export interface Principal {
  /** of the session of its role */
  readonly arn: string;
  readonly account: string;
  readonly policies: Policies;
}

/** Access keys with which the functions of the laptop sign: local/functions/signing.ts. */
const functionKey = /^functions\.[\w.-]+$/;

export const isFunctionKey = (accessKey: string): boolean => functionKey.test(accessKey);

/** `functions.tasks.poll-attempt` is functions/tasks/poll-attempt.ts; undefined: the installation has none. */
export const functionOf = (accessKey: string): Principal | undefined => {
  const found = installation().functions[`${accessKey.replaceAll('.', '/')}.ts`];
  if (!found) return undefined;
  const [account] = accounts;
  const arn = `arn:aws:sts::${account}:assumed-role/${found.role}/${accessKey}`;
  return { account, arn, policies: policiesOf(found) };
};

/** Undefined: the sandbox knows no role of this name, and cannot say what it may. */
export const roleOf = (arn: string): Policies | undefined => {
  const found = installation().roles[arn];
  return found && policiesOf(found);
};

/** `arn:aws:sts::1:assumed-role/name/session` is a session of `arn:aws:iam::1:role/name`. */
export const roleOfSession = (arn: string): string =>
  arn.replace(/^arn:(.+):sts::(\d*):assumed-role\/([^/]+)\/.*$/, 'arn:$1:iam::$2:role/$3');

/** Undefined: of a type whose handlers nobody has read. */
export const handlerActions = (type: string): readonly string[] | undefined =>
  installation()
    .handlers[type]?.split(' ')
    .flatMap((group) => {
      const [service, names = ''] = group.split(':');
      return names.split(',').map((name) => `${service}:${name}`);
    });
