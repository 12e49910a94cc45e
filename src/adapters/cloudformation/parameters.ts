import { DeleteParametersCommand, GetParametersByPathCommand, PutParameterCommand } from '@aws-sdk/client-ssm';
import {
  type KeptSecret,
  packedSecret,
  type SecretParameters,
  unpackedSecret,
} from '../../domain/cloudformation/software/secret-inputs.ts';
import { answering } from '../aws/errors.ts';
import { allPages } from '../aws/pages.ts';
import type { Session } from './sessions.ts';
import { isStackId, partsOf } from './stack-id.ts';

/** Rights are limited to what begins with it (lib/grants/stack-grants.ts). */
const root = '/toscanini/operations';

/** Names the one machine that may read a parameter, by its ARN (lib/data/machine-role.ts). */
const readerTag = 'toscanini:machine';

/**
 * Each stack has a path of its own: its name, and the part of its id that AWS makes anew for each stack. So what is left of
 * a stack is found when the stack and all that it held are gone.
 */
export const pathOf = (stackId: string): string => {
  if (!isStackId(stackId)) throw new Error(`${stackId} is no id of a stack`);
  return `${root}/${partsOf(stackId).resource.split('/').slice(1).join('/')}`;
};

/** Secret inputs of a stack's operations as parameters of Systems Manager, encrypted with the account's own key. */
export const parametersOf = (session: Session, stackId: string): SecretParameters => {
  const path = pathOf(stackId);
  const { partition, region, account } = partsOf(stackId);
  return {
    path,
    list: async () => {
      const found = await listed(session, path, true);
      return new Map(
        found.flatMap(({ Name = '', Value = '' }): [string, KeptSecret][] => [
          // somebody else's value is like none: it is written over
          [Name, unpackedSecret(Value) ?? { revision: '', value: null }],
        ]),
      );
    },
    put: async ({ name, machineId, isNew }, secret) => {
      const reader = { Key: readerTag, Value: `arn:${partition}:ec2:${region}:${account}:instance/${machineId}` };
      const request = { Name: name, Value: packedSecret(secret), Type: 'SecureString' as const };
      const put = (how: object) => session.commands.send(new PutParameterCommand({ ...request, ...how }));
      await answering(
        'machine',
        async () => {
          // AWS takes tags only with a new parameter
          if (isNew) return put({ Tags: [reader] }).catch(unlessThere);
          return put({ Overwrite: true });
        },
        request.Value,
      );
    },
    remove: (names) => removed(session, names),
  };
};

/** Another look has put the same: the next one compares it. */
const unlessThere = (error: unknown): void => {
  if (!(error instanceof Error && error.name === 'ParameterAlreadyExists')) throw error;
};

const listed = ({ commands }: Session, Path: string, WithDecryption: boolean) =>
  allPages('a list of parameters', async (NextToken) => {
    const request = { Path, WithDecryption, Recursive: true, MaxResults: 10, ...(NextToken && { NextToken }) };
    const call = WithDecryption ? 'key' : 'machine';
    const answer = await answering(call, () => commands.send(new GetParametersByPathCommand(request)));
    return { items: answer.Parameters, next: answer.NextToken };
  });

const removed = async ({ commands }: Session, names: readonly string[]): Promise<void> => {
  for (let from = 0; from < names.length; from += mostAtOnce) {
    const Names = names.slice(from, from + mostAtOnce);
    await answering('machine', () => commands.send(new DeleteParametersCommand({ Names })));
  }
};

const mostAtOnce = 10;

/** Removes all that a stack has, without reading what it holds. */
export const removeParameters = async (session: Session, stackId: string): Promise<void> => {
  // an id that is none of a stack never had parameters
  if (!isStackId(stackId)) return;
  const all = await listed(session, pathOf(stackId), false);
  await removed(
    session,
    all.flatMap(({ Name }) => Name ?? []),
  );
};
