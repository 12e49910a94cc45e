/** A deployment with one machine, its office hours, and the sweep that keeps them, over the real engine of the tables. */

import { beforeEach } from 'vitest';
import { deployments } from '../../src/adapters/tables/deployments.ts';
import { hoursRuns } from '../../src/adapters/tables/hours-runs.ts';
import { actionStates } from '../../src/domain/actions/action-states.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import { keepOfficeHours } from '../../src/domain/hours-keeping/keep-hours.ts';
import type { Calendar } from '../../src/domain/office-hours/calendar.ts';
import { call, type Sent } from './requests.ts';
import { id, sampleDeployment, sampleResource } from './samples.ts';
import type { ServiceForTests } from './service.ts';
import { act, changeHours, events } from './under-test.ts';

export const rome = {
  timeZone: 'Europe/Rome',
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  ...{ start: '08:00', stop: '19:00' },
} as const satisfies Calendar;

/** Monday 30 November 2026 in Rome, which is an hour ahead; or another day. */
export const local = (time: string, day = '2026-11-30'): Date => new Date(`${day}T${time}:00+01:00`);

/** Calls beforeEach: each test begins without a deployment. `told` and `asked` are the callbacks and actions so far. */
export const keptHours = (test: ServiceForTests) => {
  const told: { readonly id: string; readonly body: Record<string, unknown> }[] = [];
  const asked: { readonly type: string; readonly resourceId: string; readonly actionId: string }[] = [];

  /** The service at an instant, its tables too. */
  const over = (now: Date) => {
    const clock = { now: () => now };
    const table = { client: test.engine.client, table: test.engine.tables.deployments, clock };
    return {
      ...test.service,
      ...{ clock, deployments: deployments(table), hoursRuns: hoursRuns(table), describe: () => ({}) },
      files: {
        ...test.service.files,
        putNotification: async (notification: string, { body }: { readonly body: string }) => {
          told.push({ id: notification, body: JSON.parse(body) });
        },
      },
      workflows: {
        ...test.service.workflows,
        startNotification: async () => undefined,
        startAction: async (order: (typeof asked)[number]) => {
          asked.push(order);
        },
      },
    };
  };

  const sweep = (now: Date, more: object = {}): Promise<void> => keepOfficeHours({ ...over(now), ...more } as never)();
  const standing = async (more: Partial<Deployment> = {}): Promise<void> => {
    await test.service.deployments.accept(
      sampleDeployment({ ...{ status: 'CREATE_COMPLETE', callback: 'https://client.example/cb' }, ...more }),
    );
    await test.service.resources.put([sampleResource({ state: 'STARTED' })]);
  };
  beforeEach(async () => {
    told.length = 0;
    asked.length = 0;
    const left = await test.service.deployments.find(id(1));
    if (left) await test.service.deployments.remove(id(1), left.operation.id);
    await test.service.resources.remove(id(1));
  });

  const path = { deployment_id: id(1) };
  const put = (officeHours: unknown, now = local('12:00'), sent: Sent = {}) =>
    call(changeHours(over(now) as never), { as: 'olga', method: 'PUT', path, body: { officeHours }, ...sent });
  const found = () => test.service.deployments.find(id(1));
  const machine = () => test.service.resources.find(id(1), id(100));
  const state = async () => (await machine())?.state;
  const byHand = (type: 'start' | 'stop', now: Date) =>
    call(act(over(now) as never), {
      ...{ as: 'olga', method: 'POST', body: { type }, path: { ...path, resource_id: id(100) } },
    });

  /** What the workflow of an action does in the end. */
  const settle = async (): Promise<void> => {
    const seen = await machine();
    if (!seen?.action) return;
    const { action, ...rest } = seen;
    await test.service.resources.replace(seen, { ...rest, state: actionStates[action.type].to });
  };
  const sweeps = async (...instants: readonly Date[]): Promise<void> => {
    for (const now of instants) {
      await sweep(now);
      await settle();
    }
  };
  /** As a workflow of an update does. */
  const record = async (status: Deployment['status']): Promise<void> => {
    const { operation } = (await found()) ?? sampleDeployment();
    await test.service.deployments.record(id(1), operation.id, { status });
  };
  const messages = async (): Promise<readonly string[]> => {
    const { json } = await call(events(test.service), { as: 'olga', path });
    return (json['content'] as unknown as { kind: string; message: string }[])
      .filter(({ kind }) => kind === 'OFFICE_HOURS')
      .map(({ message }) => message)
      .toReversed();
  };
  return {
    told,
    asked,
    over,
    sweep,
    standing,
    path,
    put,
    found,
    machine,
    state,
    byHand,
    settle,
    sweeps,
    record,
    messages,
  };
};
