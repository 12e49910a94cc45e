import { AsyncLocalStorage } from 'node:async_hooks';
import { NoSuchKey } from '@aws-sdk/client-s3';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import type { LifecyclePorts } from '../../src/domain/deployments/record/ports.ts';
import { workflowOf } from '../../src/domain/deployments/record/workflow-of.ts';
import type { DeadLetters } from '../../src/domain/operators/dead-letters.ts';
import type { Engine } from '../support/engine.ts';
import { calledLetters } from './called-letters.ts';
import type { Grants } from './grants.ts';

/** What a function asked of AWS, as IAM sees it: `tasks/submit-attempt`, `s3:GetObject`, `Files/templates/*`. */
export interface Call {
  readonly by: string;
  readonly action: string;
  readonly resource: string;
}

type Input = Readonly<Record<string, unknown>>;
type Asked = readonly (readonly [action: string, resource: string])[];

const verbs = { Put: 'PutItem', Update: 'UpdateItem', Delete: 'DeleteItem', ConditionCheck: 'ConditionCheckItem' };
const workflows = { CREATE: 'createdeployment', UPDATE: 'updatedeployment', DELETE: 'deletedeployment' } as const;

/** Writes down each call that is made within `by`, once. */
export class Calls {
  readonly #made = new Map<string, Call>();
  readonly #current = new AsyncLocalStorage<string>();

  /** What `work` asks for is asked for by this function. */
  by = <T>(name: string, work: () => Promise<T>): Promise<T> => this.#current.run(name, work);

  get all(): readonly Call[] {
    return [...this.#made.values()];
  }

  /** Listens at the clients of tables and of the bucket of files. */
  listen({ client, s3, tables, bucket }: Engine): void {
    const names = new Map(
      Object.entries(tables).map(([id, name]) => [name, `${id.charAt(0).toUpperCase()}${id.slice(1)}`]),
    );
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        (request) => {
          this.#note(askedOfTables(commandName.replace(/Command$/, ''), request.input as Input, names));
          return next(request);
        },
      { step: 'initialize', name: 'notedOfTables' },
    );
    s3.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (request) => {
          if ((request.input as Input)['Bucket'] !== bucket) return next(request); // of others
          this.#note(askedOfFiles(commandName.replace(/Command$/, ''), request.input as Input));
          try {
            return await next(request);
          } catch (error) {
            // only whoever may list the whole bucket is told that there is none
            if (error instanceof NoSuchKey) this.#note([['s3:ListBucket', 'Files']]);
            throw error;
          }
        },
      { step: 'initialize', name: 'notedOfFiles' },
    );
  }

  /** The same of workflows, which tests only pretend to start. */
  workflows(inner: LifecyclePorts['workflows']): LifecyclePorts['workflows'] {
    const start = (workflow: string) => this.#note([['states:StartExecution', workflow]]);
    const kindOf = ({ operation }: Deployment) => workflows[workflowOf(operation)];
    return {
      startOperation: async (deployment) => {
        start(kindOf(deployment));
        await inner.startOperation(deployment);
      },
      stopOperation: async (deployment) => {
        this.#note([['states:StopExecution', `states:execution:${kindOf(deployment)}:*`]]);
        await inner.stopOperation(deployment);
      },
      startAction: async (action) => {
        start('actonresource');
        await inner.startAction(action);
      },
      startNotification: async (id) => {
        start('notifycallback');
        await inner.startNotification(id);
      },
    };
  }

  /** The same of dead letters, which tests have no queues of. */
  letters(): DeadLetters {
    return calledLetters((action, resource) => this.#note([[action, resource]]));
  }

  #note(asked: Asked): void {
    const by = this.#current.getStore();
    if (by === undefined) return; // the test itself looks
    for (const [action, resource] of asked) this.#made.set(`${by} ${action} ${resource}`, { by, action, resource });
  }
}

const askedOfTables = (command: string, input: Input, names: ReadonlyMap<string, string>): Asked => {
  const named = (table: unknown): string => names.get(String(table)) ?? String(table);
  if (/^Transact/.test(command))
    return (input['TransactItems'] as readonly Readonly<Record<string, Input>>[]).flatMap((item) =>
      Object.entries(item).map(
        ([verb, of]) => [`dynamodb:${verbs[verb as keyof typeof verbs]}`, named(of['TableName'])] as const,
      ),
    );
  if (/^Batch/.test(command))
    return Object.keys(input['RequestItems'] as object).map((table) => [
      `dynamodb:${command.replace(/Item$/, '')}Item`,
      named(table),
    ]);
  const index = input['IndexName'] === undefined ? '' : `/index/${input['IndexName']}`;
  const action = command === 'Query' ? 'Query' : `${command.replace(/Item$/, '')}Item`;
  return [[`dynamodb:${action}`, `${named(input['TableName'])}${index}`]];
};

const askedOfFiles = (command: string, input: Input): Asked => {
  const roomOf = (key: unknown): string => `Files/${String(key).replace(/\/.*/s, '')}/*`;
  if (command === 'ListObjectsV2')
    return [['s3:ListBucket', `Files, prefix ${String(input['Prefix']).replace(/\/.*/s, '')}`]];
  if (command !== 'DeleteObjects') return [[`s3:${command}`, roomOf(input['Key'])]];
  const { Objects } = input['Delete'] as { readonly Objects: readonly { readonly Key: string }[] };
  return Objects.map(({ Key }) => ['s3:DeleteObject', roomOf(Key)]);
};

/** Those that no statement of the function's role allows; a listing of a prefix needs one that names it, or no condition. */
export const refusedBy = (grants: Grants, calls: readonly Call[]): readonly Call[] =>
  calls.filter(({ by, action, resource }) => {
    const [name, prefix] = resource.split(', prefix ');
    const isAllowed = (grants.get(by) ?? []).some(
      (grant) =>
        grant.action === action &&
        grant.resource === name &&
        (grant.condition === '' || (prefix !== undefined && grant.condition.includes(`${prefix}/*`))),
    );
    return !isAllowed;
  });
