import { GetCommand, PutCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Deployment } from '../../domain/deployments/deployment.ts';
import type { DeploymentChanges, Deployments } from '../../domain/deployments/ports.ts';
import { ConflictError, OperationSupersededError } from '../../domain/errors.ts';
import { batchGet, type Key } from './batch.ts';
import { countWrites } from './counters.ts';
import { fromItem, ownerOf, toItem } from './deployment-item.ts';
import { listDeployments } from './deployment-pages.ts';
import { type Changes, type Condition, conditions, holds, update } from './expressions.ts';
import { notBegun, recordKey, sortValue } from './keys.ts';
import { removeDeployment } from './removal.ts';
import type { TablePorts } from './table.ts';
import { conditionally, transact } from './write.ts';

/** The deployments in DynamoDB. UnavailableError from every call when it does not answer. */
export const deployments = (ports: TablePorts): Deployments => ({
  find: (id) => find(ports, id),
  list: (scope, page, excluded) => listDeployments(ports, scope, page, excluded),
  accept: (deployment) => accept(ports, deployment),
  supersede: (seen, next) => supersede(ports, seen, next),
  begin: (id, operationId) => change(ports, id, operationId, { notBegun: undefined, acceptedAt: undefined }),
  record: (id, operationId, changes) => change(ports, id, operationId, touched(ports, id, changes)),
  leave: (id, operationId) => change(ports, id, operationId, { 'deployment.leaving': true }),
  remove: (id, operationId) => remove(ports, id, operationId),
  notBegun: (acceptedBefore) => findNotBegun(ports, acceptedBefore),
});

const isNew: Condition = { expression: 'attribute_not_exists(#pk)', names: { '#pk': 'pk' }, values: {} };

const find = async ({ client, table }: TablePorts, id: string): Promise<Deployment | undefined> => {
  const { Item } = await client.send(new GetCommand({ TableName: table, Key: recordKey(id), ConsistentRead: true }));
  return Item && fromItem(Item);
};

const accept = async (ports: TablePorts, deployment: Deployment): Promise<void> => {
  const { table } = ports;
  const refusals = await transact(ports, [
    {
      Put: {
        TableName: table,
        Item: toItem(deployment),
        ...conditions([isNew]),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    ...countWrites(table, deployment, 1),
  ]);
  if (refusals === undefined || ownerOf(refusals[0]?.item) === deployment.operation.id) return; // a repeat of ours
  throw new ConflictError(`there is a deployment ${deployment.id} already: repeat the request, for another id`);
};

/** All that a workflow writes is compared: updatedAt alone could hide a write within the same millisecond. */
const unchanged = (seen: Deployment): readonly Condition[] => {
  const sameOperation = holds('deployment.operation.id', seen.operation.id);
  const sameStatus = holds('deployment.status', seen.status);
  const sameTask = holds('deployment.task', seen.task);
  const sameInstant = holds('deployment.updatedAt', seen.updatedAt);
  const sameProvider = holds('deployment.providerId', seen.providerId);
  const sameInfrastructure = holds('deployment.infrastructureId', seen.infrastructureId);
  const sameLeaving = holds('deployment.leaving', seen.leaving);
  return [sameOperation, sameStatus, sameTask, sameInstant, sameProvider, sameInfrastructure, sameLeaving];
};

const supersede = async (ports: TablePorts, seen: Deployment, next: Deployment): Promise<void> => {
  const put = new PutCommand({
    TableName: ports.table,
    Item: toItem(next),
    ...conditions(unchanged(seen)),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  const outcome = await conditionally(ports, () => ports.client.send(put));
  if ('answer' in outcome || ownerOf(outcome.refused) === next.operation.id) return; // written, or a repeat of ours
  const now = outcome.refused?.['deployment']?.M?.['status']?.S;
  throw new ConflictError(
    now === undefined
      ? `deployment ${seen.id} was deleted in the meantime`
      : `deployment ${seen.id} changed in the meantime and is ${now} now: read it again, then repeat the request`,
  );
};

/** A write of a workflow: only while its operation owns the deployment. */
const change = async (ports: TablePorts, id: string, operationId: string, changes: Changes): Promise<Deployment> => {
  const ownedByIt = holds('deployment.operation.id', operationId);
  const command = new UpdateCommand({
    TableName: ports.table,
    Key: recordKey(id),
    ...update(changes, [ownedByIt]),
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  const outcome = await conditionally(ports, () => ports.client.send(command));
  if ('answer' in outcome) return fromItem(outcome.answer.Attributes ?? {});
  const owner = ownerOf(outcome.refused);
  const why = owner === undefined ? 'is gone' : `belongs to operation ${owner}`;
  throw new OperationSupersededError(`operation ${operationId} has to stop: deployment ${id} ${why}`);
};

const touched = ({ clock }: TablePorts, id: string, { outputs, ...changes }: DeploymentChanges): Changes => {
  const now = clock.now().toISOString();
  const paths = Object.entries(changes).map(([name, value]) => [`deployment.${name}`, value]);
  return {
    ...Object.fromEntries(paths),
    ...(outputs !== undefined && { 'deployment.outputs': JSON.stringify(outputs) }),
    'deployment.updatedAt': now,
    updated: sortValue(now, id),
  };
};

const remove = async (ports: TablePorts, id: string, operationId: string): Promise<void> => {
  const deployment = await find(ports, id);
  if (deployment) await removeDeployment(ports, deployment, operationId);
};

/** The index may be behind the records by a moment, so the records are asked again whether they still wait. */
const findNotBegun = async (ports: TablePorts, acceptedBefore: Date): Promise<readonly Deployment[]> => {
  const { client, table } = ports;
  const keys: Key[] = [];
  const query = {
    TableName: table,
    IndexName: 'notBegun',
    KeyConditionExpression: '#notBegun = :notBegun AND #acceptedAt < :before',
    ExpressionAttributeNames: { '#notBegun': 'notBegun', '#acceptedAt': 'acceptedAt' },
    ExpressionAttributeValues: { ':notBegun': notBegun, ':before': acceptedBefore.toISOString() },
  };
  for await (const { Items = [] } of paginateQuery({ client }, query)) keys.push(...(Items as unknown as Key[]));
  const items = await batchGet(
    ports,
    keys.map(({ pk, sk }) => ({ pk, sk })),
    { consistent: true },
  );
  return items.filter((item) => item['notBegun'] !== undefined).map(fromItem);
};
