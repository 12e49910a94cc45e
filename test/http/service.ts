/** The routes over the real engines of tables and files: only workflows and callers are stood in for. */

import { afterAll, beforeAll } from 'vitest';
import { files } from '../../src/adapters/files.ts';
import { attempts } from '../../src/adapters/tables/attempts.ts';
import { deployments } from '../../src/adapters/tables/deployments.ts';
import { resources } from '../../src/adapters/tables/resources.ts';
import type { Clock, Ids, LifecyclePorts, Workflows } from '../../src/domain/deployments/ports.ts';
import { type Engine, startEngine } from '../support/engine.ts';
import { callers } from './requests.ts';
import { id } from './samples.ts';

export type Service = Pick<
  LifecyclePorts,
  'clock' | 'ids' | 'deployments' | 'attempts' | 'resources' | 'files' | 'workflows' | 'imports'
> & {
  readonly callers: typeof callers;
  readonly publicBaseUrl: string | undefined;
  readonly callbacksToPrivateAddresses: boolean;
  readonly createdByInDetails: boolean;
  readonly serviceAddresses: { readonly [name: string]: string };
  /** what was asked of Step Functions, in order: `start <operation>`, `stop <operation>` */
  readonly asked: string[];
};

/** Starts the engine for a test file; the service is there once its tests run. */
export const serviceForTests = (): { readonly service: Service } => {
  let engine: Engine | undefined;
  const holder: { service?: Service } = {};
  beforeAll(async () => {
    engine = await startEngine();
    holder.service = serviceOver(engine);
  });
  afterAll(() => engine?.stop());
  return holder as { readonly service: Service };
};

const serviceOver = (engine: Engine): Service => {
  const clock = ticking();
  const ids = counting();
  const table = { client: engine.client, table: engine.tables.deployments, clock };
  const asked: string[] = [];
  return {
    clock,
    ids,
    deployments: deployments(table),
    attempts: attempts(table),
    resources: resources({ ...table, table: engine.tables.resources }),
    files: files({ client: engine.s3, bucket: engine.bucket }),
    workflows: recorded(asked),
    imports: { read: (address) => Promise.reject(new Error(`${address} cannot be read in tests`)) },
    callers,
    publicBaseUrl: 'https://api.example',
    callbacksToPrivateAddresses: false,
    createdByInDetails: false,
    serviceAddresses: { im_url: 'https://im.example' },
    asked,
  };
};

/** A minute later each time. */
const ticking = (): Clock => {
  let now = Date.parse('2026-11-20T12:00:00.000Z');
  return {
    now: () => {
      now += 60_000;
      return new Date(now);
    },
  };
};

const counting = (): Ids => {
  let last = 0x1000;
  return {
    next: () => {
      last += 1;
      return id(last);
    },
  };
};

const recorded = (asked: string[]): Workflows => ({
  startOperation: async ({ operation }) => {
    asked.push(`start ${operation.kind}`);
  },
  stopOperation: async ({ operation }) => {
    asked.push(`stop ${operation.kind}`);
  },
  startNotification: async () => undefined,
});
