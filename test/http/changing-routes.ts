/** A request that each route answers or carries out, and what has to be there for it. */

import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { Status } from '../../src/domain/deployments/record/deployment.ts';
import type { Backfill } from '../../src/domain/schedules/backfill.ts';
import type { ScheduleEvent } from '../../src/domain/schedules/schedule.ts';
import { type Route, routes } from '../../src/http/routes.ts';
import { resumed } from '../support/paused.ts';
import { type Answered, call, type Name, type Sent } from './requests.ts';
import { id, sampleApproval, sampleDeployment, sampleResource, serverTemplate } from './samples.ts';
import type { Service, ServiceForTests } from './service.ts';
import { byFunction } from './under-test.ts';

export const changing = routes
  .filter((row: Route) => row.method !== 'GET' && !row.readsOnly)
  .map((row) => row.function);
type Changing = Exclude<(typeof changing)[number], `${string}/${'get' | 'list' | 'events' | 'template'}`>;

const rule = { fileExpression: 'incoming:data/.*', replicationExpression: 'tier<2', numberOfReplicas: 1 };
const template = serverTemplate;

/** A request that each route would carry out. */
export const good: { readonly [F in Changing]?: Sent['body'] } = {
  'deployments/create': { template },
  'deployments/update': { template },
  'deployments/retry': {},
  'deployments/rollback': { version: 1 },
  'deployments/repair': {},
  'deployments/move': {},
  'operations/call': { node: 'server', interface: 'Standard', operation: 'stop' },
  'operations/workflow': {},
  'operations/stop': undefined,
  'deployments/reset': { status: 'DELETE_FAILED' },
  'deployments/delete': undefined,
  'protection/change': { protected: true },
  'lifetime/change': { ttl: '2d' },
  'labels/change': { labels: { team: 'physics' } },
  'office-hours/change': {
    officeHours: { timeZone: 'Europe/Rome', days: ['mon'], start: '08:00', stop: '19:00' },
  },
  'transfers/ask': { transfer: { to: 'mia' } },
  'transfers/answer': { answer: 'accept' },
  'approvals/decide': { decision: 'refuse', digest: sampleApproval.digest, comment: 'not now' },
  'checks/create': undefined,
  'providers/drain': { draining: true, reason: 'it moves' },
  'moves/stop': { stopped: true, reason: 'the network is mended' },
  'dead-letters/change': { action: 'redrive' },
  'webhooks/change': { userGroup: 'physics', webhook: { url: 'https://hooks.example.org/1', kinds: ['FAILED'] } },
  'pause/set': { paused: true, reason: 'the network is mended' },
  'resources/act': { type: 'stop' },
  'schedules/create': { template, ...rule },
  'schedules/change': { status: 'SUSPENDED' },
  'schedules/delete': undefined,
  'backfills/create': { prefix: 'data/' },
  'backfills/change': { status: 'STOPPED' },
};

/** The route that reads what each of them changes; the others make something new. */
export const readerOf: { readonly [name: string]: keyof typeof byFunction } = {
  'deployments/update': 'deployments/get',
  'deployments/retry': 'deployments/get',
  'deployments/rollback': 'deployments/get',
  'deployments/repair': 'deployments/get',
  'deployments/move': 'deployments/get',
  'operations/call': 'deployments/get',
  'operations/workflow': 'deployments/get',
  'operations/stop': 'deployments/get',
  'deployments/reset': 'deployments/get',
  'deployments/delete': 'deployments/get',
  'protection/change': 'deployments/get',
  'labels/change': 'deployments/get',
  'lifetime/change': 'deployments/get',
  'office-hours/change': 'deployments/get',
  'transfers/ask': 'deployments/get',
  'transfers/answer': 'deployments/get',
  'approvals/decide': 'deployments/get',
  'checks/create': 'deployments/get',
  'providers/drain': 'providers/list',
  'moves/stop': 'moves/list',
  'dead-letters/change': 'dead-letters/list',
  'webhooks/change': 'webhooks/list',
  'pause/set': 'pause/get',
  'resources/act': 'resources/get',
  'schedules/change': 'schedules/get',
  'schedules/delete': 'schedules/get',
  'backfills/change': 'backfills/get',
};

const element = { name: 'near', bucket: 'near-bucket', attributes: { tier: 1 } };

/** Who may ask a route for its good request. */
export const askerOf = (name: string): Name => {
  if (name === 'transfers/answer') return 'mia';
  if (name.startsWith('webhooks/')) return 'lena';
  return /^(providers|dependencies|dead-letters|moves|pause)\//.test(name) ? 'ada' : 'olga';
};

/** Asks a route, by the name of its function, for its good request. */
export const asking =
  (test: ServiceForTests) =>
  (name: string, more: Sent = {}, ports: Partial<Service> = {}): Promise<Answered> => {
    const quotas = name === 'quotas/list' ? { user: { deployments: 9, cpus: 9 } } : {};
    const fileConfiguration = { elements: [element], buckets: ['incoming'], readers: {} };
    const route = byFunction[name as keyof typeof byFunction]({
      ...{ ...test.service, fileConfiguration, quotas },
      ...ports,
    });
    const path = {
      deployment_id: id(1),
      resource_id: id(100),
      schedule_id: id(5),
      backfill_id: id(6),
      name: 'web',
      number: '1',
      provider_id: 'first',
    };
    const method = routes.find((row) => row.function === name)?.method ?? 'GET';
    // a request that only reads has its body here
    const body = name === 'templates/inspect' ? { template } : good[name as Changing];
    return call(route, { as: askerOf(name), method, path, body, ...more });
  };

const schedule = {
  id: id(5),
  createdAt: '2026-11-20T15:33:12.345Z',
  updatedAt: '2026-11-20T15:33:12.345Z',
  createdBy: sampleDeployment().createdBy,
  reader: { isAdministrator: false },
  status: 'RUNNING',
  ...rule,
  parameters: {},
  limits: sampleDeployment().limits,
} as const;

const backfill: Backfill = {
  id: id(6),
  scheduleId: schedule.id,
  createdAt: schedule.createdAt,
  updatedAt: schedule.updatedAt,
  createdBy: schedule.createdBy,
  ...{ scope: 'incoming', prefix: 'data/', status: 'RUNNING', seen: 0, matching: 0, started: 0 },
};

const event: ScheduleEvent = {
  ...{ id: id(7), scheduleId: schedule.id, createdAt: schedule.createdAt, updatedAt: schedule.updatedAt },
  ...{ deploymentId: id(8), operationId: id(901), scope: 'incoming', name: 'data/a', replicationStatus: 'OK' },
};

const candidates = [{ id: 'first', name: 'First Cloud', edits: [] }];
const ranking = { candidates, dropped: [], notes: [], outputs: [] };

const withInput = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  inputs: { size: { type: integer, default: 1 } }
  node_templates: { server: { type: tosca.nodes.Compute } }
`;

const runnable = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  node_templates:
    server: { type: tosca.nodes.Compute, interfaces: { Standard: { stop: { implementation: "#!/bin/bash\\ntrue" } } } }
  workflows:
    web: { steps: { end: { target: server, activities: [ { call_operation: Standard.stop } ] } } }
`;

const statusBefore: { readonly [name: string]: Status } = {
  'deployments/reset': 'DELETE_IN_PROGRESS',
  'deployments/retry': 'CREATE_FAILED',
  'operations/stop': 'UPDATE_IN_PROGRESS',
  'approvals/get': 'CREATE_IN_PROGRESS',
  'approvals/decide': 'CREATE_IN_PROGRESS',
};

/** Whatever the clock of the service says, it was seen a moment ago. */
export const always = '2999-01-01T00:00:00.000Z';

/** What is there before each request: a deployment with a machine, and a schedule with a backfill and an event. */
export const prepared =
  ({ service, engine }: ServiceForTests) =>
  async (name: string, { userGroup }: { readonly userGroup?: string } = {}): Promise<void> => {
    const { deployments, resources, schedules, scheduleEvents, attempts, files, timeline, driftChecks } = service;
    await engine.s3.send(
      new PutObjectCommand({ Bucket: engine.bucket, Key: 'catalog/web.yaml', Body: serverTemplate }),
    );
    const left = await deployments.find(id(1));
    if (left) await deployments.remove(id(1), left.operation.id);
    await resources.remove(id(1));
    await service.moveStates.replaceStopped(await service.moveStates.stopped(), undefined);
    await resumed(service);
    const status = statusBefore[name] ?? 'CREATE_COMPLETE';
    const group = name.startsWith('transfers/')
      ? { userGroup: 'physics' }
      : userGroup === undefined
        ? {}
        : { userGroup };
    const operation = {
      ...sampleDeployment().operation,
      kind: status === 'DELETE_IN_PROGRESS' ? 'DELETE' : 'CREATE',
      ...(name === 'operations/stop' && { runs: { workflow: 'web' } }),
    } as const;
    const deployment = sampleDeployment({
      status,
      operation,
      providerId: 'first',
      infrastructureId: 'inf',
      ...group,
      version: 2,
      inForce: 2,
    });
    const written = name.startsWith('operations/') ? runnable : withInput;
    await files.putTemplate(deployment.id, deployment.templateOf, written);
    await files.putRanking(deployment.id, operation.id, ranking);
    await deployments.accept({ ...deployment, operation: { ...operation, version: 1 } });
    const question = { by: deployment.createdBy, since: deployment.createdAt, expiresAt: '2100-01-01T00:00:00.000Z' };
    if (name === 'transfers/answer') await deployments.setTransfer(deployment, question);
    if (name.startsWith('approvals/')) await deployments.awaitApproval(deployment, sampleApproval);
    const { id: deploymentId, createdAt: startedAt } = deployment;
    const made = { providerId: 'first', state: 'COMPLETE', infrastructureId: 'inf' } as const;
    await timeline.add(deploymentId, { name: 'a', kind: 'WARNING', message: 'no room', at: startedAt });
    const times = { startedAt, deadline: startedAt, last: true, logged: {} };
    await attempts.findOrCreate({ deploymentId, operationId: operation.id, number: 1, ...made, ...times });
    await resources.put([sampleResource({ state: name === 'deployments/reset' ? 'DELETING' : 'STARTED' })]);
    const seen = await driftChecks.find(id(1));
    await driftChecks.replace(seen, {
      deploymentId: id(1),
      findings: [{ node: 'server', is: 'stopped', resource: id(100), part: '0' }],
      summary: { operationId: operation.id, since: startedAt, drifted: 1, of: 1 },
      ...(name === 'deployments/move' && { outage: { providerId: 'first', since: startedAt, seenAt: always } }),
    });
    const before = await schedules.find(id(5));
    if (before) await schedules.remove(before);
    await files.putTemplate(schedule.id, schedule.id, template);
    await schedules.create({ ...schedule, ...group }, []);
    await scheduleEvents.record(event);
    for (const one of await service.backfills.list(schedule.id)) await service.backfills.remove(one);
    await service.backfills.create(backfill, new Date(backfill.createdAt));
  };
