import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { step as beginDeletion } from '../../functions/tasks/begin-deletion.ts';
import { shownToOwner } from '../../src/domain/deployments/record/disclosure.ts';
import type { ScheduleEvents } from '../../src/domain/schedules/ports.ts';
import type { ScheduleEvent } from '../../src/domain/schedules/schedule.ts';
import { UnavailableError } from '../../src/foundation/errors.ts';
import { log, logging } from '../../src/foundation/log.ts';
import { describeDeployment } from '../../src/http/deployments/views.ts';
import { countedDeployments, countedEvents } from '../../src/observability/counted.ts';
import { event, type Sent } from '../http/requests.ts';
import { id, sampleDeployment, sampleResource, serverTemplate } from '../http/samples.ts';
import { serviceForTests } from '../http/service.ts';
import { act, create, get, remove, schedules, update } from '../http/under-test.ts';
import { writtenLines } from './written.ts';

const test = serviceForTests();
const written = writtenLines();

/** The service as src/wiring joins it. */
const service = () => ({
  ...test.service,
  deployments: countedDeployments(test.service.deployments, () => undefined, test.service.clock),
});

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** A request as it comes to a function: with an id of Lambda's, and one of the gateway's, which the client gets. */
const ask = async (handler: Handler, requestId: string, sent: Sent): Promise<APIGatewayProxyResult> => {
  const asked = event({ as: 'olga', ...sent });
  const invocation = { awsRequestId: `lambda-of-${requestId}` };
  return logging({ requestId: invocation.awsRequestId }, () =>
    handler({ ...asked, requestContext: { ...asked.requestContext, requestId } }, invocation as Context),
  );
};

const body = { template: serverTemplate, callback: 'https://client.example/cb' };

const made = async (requestId: string, headers = {}) => {
  const answer = await ask(create(service()), requestId, { method: 'POST', body, headers });
  expect(answer.headers?.['X-Request-ID']).toBe(requestId);
  return { answer, path: { deployment_id: String(JSON.parse(answer.body)['uuid']) } };
};

const operationOf = async ({ deployment_id: id }: { readonly deployment_id: string }) => {
  const deployment = await test.service.deployments.find(id);
  if (!deployment) throw new Error('there is no deployment');
  return deployment.operation;
};

describe('the request that accepted an operation', () => {
  it('is kept with it, for each kind, and was told with the ids of both in its own line', async () => {
    const { path } = await made('api-1');
    const creation = await operationOf(path);
    expect(creation).toMatchObject({ kind: 'CREATE', requestId: 'api-1' });
    expect(written.all().at(-1)).toMatchObject({
      message: 'request',
      requestId: 'api-1',
      deploymentId: path.deployment_id,
      operationId: creation.id,
    });
    await test.service.deployments.markStarted(path.deployment_id, creation.id);
    await test.service.deployments.record(path.deployment_id, creation.id, { status: 'CREATE_COMPLETE' });
    await ask(update(service()), 'api-2', { method: 'PUT', path, body });
    expect(await operationOf(path)).toMatchObject({ kind: 'UPDATE', requestId: 'api-2' });
    await ask(remove(service()), 'api-3', { method: 'DELETE', path });
    expect(await operationOf(path)).toMatchObject({ kind: 'DELETE', requestId: 'api-3' });
  });

  it('stands on every line of a step of that operation once the deployment was read', async () => {
    const { path } = await made('api-4');
    await ask(remove(service()), 'api-5', { method: 'DELETE', path });
    const { id: operationId } = await operationOf(path);
    const input = { deploymentId: path.deployment_id, operationId };
    await beginDeletion(service())(input, { awsRequestId: 'lambda-9' } as Context);
    const line = { message: 'step', requestId: 'lambda-9', originRequestId: 'api-5', ...input };
    expect(written.all().at(-1)).toMatchObject(line);
  });

  it.each(['find', 'markStarted', 'record', 'markRemoving'] as const)(
    'is known from each way to come by the deployment: %s',
    async (way) => {
      const { path } = await made('api-14');
      const { deployment_id: deploymentId } = path;
      const { id: operationId } = await operationOf(path);
      await logging({ operationId }, async () => {
        await service().deployments[way](deploymentId, operationId, {});
        log('INFO', 'looked');
      });
      expect(written.all().at(-1)).toMatchObject({ message: 'looked', originRequestId: 'api-14' });
    },
  );

  it('is not taken for that of another operation of the deployment', async () => {
    const { path } = await made('api-6');
    await logging({ operationId: 'another' }, async () => {
      await service().deployments.find(path.deployment_id);
      log('INFO', 'looked');
    });
    expect(written.all().at(-1)).toEqual({ level: 'INFO', message: 'looked', operationId: 'another' });
  });

  it('is shown by no answer and no callback', async () => {
    const { answer, path } = await made('api-7');
    const { body: shown } = await ask(get(service()), 'api-8', { path });
    const deployment = await test.service.deployments.find(path.deployment_id);
    if (!deployment) throw new Error('there is no deployment');
    for (const text of [answer.body, shown, JSON.stringify(describeDeployment(shownToOwner(deployment)))])
      expect(text).not.toContain('api-7');
  });

  it('is left out where nobody asked for anything, as in what earlier releases kept', async () => {
    const { path } = await made('api-9');
    const { requestId: _, ...operation } = await operationOf(path);
    const deployment = await test.service.deployments.find(path.deployment_id);
    if (!deployment) throw new Error('there is no deployment');
    await test.service.deployments.supersede(deployment, { ...deployment, operation: { ...operation, id: 'older' } });
    await logging({ operationId: 'older' }, async () => {
      await service().deployments.find(path.deployment_id);
      log('INFO', 'looked');
    });
    expect(written.all().at(-1)).not.toHaveProperty('originRequestId');
  });
});

describe('a request with an Idempotency-Key that was answered before', () => {
  it('names the deployment that was made then', async () => {
    const { path } = await made('api-10', { 'Idempotency-Key': 'k-1' });
    await made('api-11', { 'Idempotency-Key': 'k-1' });
    expect(written.all().at(-1)).toMatchObject({ requestId: 'api-11', deploymentId: path.deployment_id });
  });
});

describe('a request that begins something else', () => {
  it('names the action, under whose id every line of its workflow stands', async () => {
    await test.service.deployments.accept(sampleDeployment());
    await test.service.resources.put([sampleResource()]);
    const path = { deployment_id: id(1), resource_id: id(100) };
    await ask(act(service()), 'api-12', { method: 'POST', path, body: { type: 'stop' } });
    const taken = await test.service.resources.find(id(1), id(100));
    expect(written.all().at(-1)).toMatchObject({ requestId: 'api-12', status: 202, actionId: taken?.action?.id });
  });

  it('names the schedule', async () => {
    const rule = { fileExpression: 'incoming:.*', replicationExpression: 'tier=1', numberOfReplicas: 1 };
    const elements = [{ name: 'here', bucket: 'incoming', attributes: { tier: '1' } }];
    const sent = { method: 'POST', body: { template: serverTemplate, ...rule } };
    const answer = await ask(
      schedules.create.route({ ...service(), fileConfiguration: { elements, buckets: ['incoming'], readers: {} } }),
      'api-13',
      sent,
    );
    const scheduleId = answer.headers?.['Location']?.toString().split('/').at(-1);
    expect(written.all().at(-1)).toMatchObject({ requestId: 'api-13', status: 201, scheduleId });
  });
});

describe('the lines of a step for an event of a schedule', () => {
  it('name its schedule once the event was read', async () => {
    const event = { id: 'e-1', scheduleId: 's-1' } as ScheduleEvent;
    const table = { find: async () => event, markStarted: async () => event, change: async () => event };
    const events = countedEvents(table as unknown as ScheduleEvents, () => undefined);
    for (const read of [() => events.find('e-1'), () => events.markStarted('e-1'), () => events.change('e-1', {})])
      await logging({ eventId: 'e-1' }, async () => {
        await read();
        log('INFO', 'read');
      });
    expect(written.all().map((line) => line['scheduleId'])).toEqual(['s-1', 's-1', 's-1']);
  });
});

describe('the line of a request that failed', () => {
  it('tells all causes when it is our own fault, masked, and of a refusal no more than its name', async () => {
    const cause = new AggregateError([new Error('S3 said "token: abc"'), new TypeError('no bucket')]);
    const find = () => Promise.reject(new UnavailableError('not stored', { cause }));
    const failing = { ...service(), deployments: { ...test.service.deployments, find } };
    await ask(get(failing), 'api-15', { path: { deployment_id: id(2) } });
    await ask(get(service()), 'api-16', { path: { deployment_id: id(2) } });
    expect(written.all()).toMatchObject([
      {
        level: 'ERROR',
        deploymentId: id(2),
        error: {
          name: 'UnavailableError',
          detail: 'not stored',
          causes: [
            { name: 'AggregateError' },
            { name: 'Error', detail: 'S3 said "token: ********"' },
            { name: 'TypeError', detail: 'no bucket' },
          ],
        },
      },
      { level: 'INFO', deploymentId: id(2), status: 404 },
    ]);
    expect(written.all().at(-1)?.['error']).toEqual({ name: 'NotFoundError' });
  });
});
