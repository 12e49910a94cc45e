/** Names, ids and options of the calls that make and change stacks. */

import { randomUUID } from 'node:crypto';
import type { OnFailure, Stack } from '../engine/stack.ts';
import { invalid } from '../protocol/refusal.ts';
import { type Call, flag, required, text } from './call.ts';

const namePattern = /^[a-zA-Z][-a-zA-Z0-9]*$/;

export function newStackName(call: Call): string {
  const name = required(call, 'StackName');
  if (namePattern.test(name) && name.length <= 128) return name;
  const rule =
    name.length > 128
      ? 'have length less than or equal to 128'
      : `satisfy regular expression pattern: ${namePattern.source.slice(1, -1)}`;
  throw invalid(
    `1 validation error detected: Value '${name}' at 'stackName' failed to satisfy constraint: Member must ${rule}`,
  );
}

export const newStackId = ({ place: { region, account } }: Call, name: string): string =>
  `arn:aws:cloudformation:${region}:${account}:stack/${name}/${randomUUID()}`;

const failureModes: readonly string[] = ['DO_NOTHING', 'ROLLBACK', 'DELETE'];

export function onFailureOf(call: Call): OnFailure {
  const mode = text(call, 'OnFailure');
  if (mode === undefined) return 'ROLLBACK';
  if (flag(call, 'DisableRollback')) throw invalid('You cannot specify both DisableRollback and OnFailure');
  if (!failureModes.includes(mode))
    throw invalid(
      `1 validation error detected: Value '${mode}' at 'onFailure' failed to satisfy constraint: Member must satisfy enum value set: [${failureModes.join(', ')}]`,
    );
  return mode as OnFailure;
}

export const optional = (call: Call, name: string, field: string): { [field: string]: string } => {
  const value = text(call, name);
  return value === undefined ? {} : { [field]: value };
};

const updatable = ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE', 'IMPORT_COMPLETE'];

/** Where something failed and was kept, an update has to keep too: there is nothing that stood to go back to. */
const unfinished = ['CREATE_FAILED', 'UPDATE_FAILED'];

export function checkUpdatable(stack: Stack, keeps = false): void {
  if (![...updatable, ...(keeps ? unfinished : [])].includes(stack.status))
    throw invalid(`Stack:${stack.id} is in ${stack.status} state and can not be updated.`);
}
