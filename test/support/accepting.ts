/** POST /deployments over the real engines of tables and files, with its calls watched. Step Functions only answers. */

import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import { route } from '../../functions/http/deployments/create.ts';
import { files } from '../../src/adapters/files/files.ts';
import { configuredProviders } from '../../src/adapters/providers/configured.ts';
import { claims } from '../../src/adapters/tables/claims.ts';
import { deployments } from '../../src/adapters/tables/deployments.ts';
import { endedDeployments } from '../../src/adapters/tables/ended-deployments.ts';
import { idempotentRequests } from '../../src/adapters/tables/idempotent-requests.ts';
import { resources } from '../../src/adapters/tables/resources.ts';
import { timeline } from '../../src/adapters/tables/timeline.ts';
import { apiEvent } from './api-event.ts';
import { type Calls, calls } from './critical-path.ts';
import type { Engine } from './engine.ts';
import { noClusterCredentials } from './no-clusters.ts';
import { noDelegations } from './no-delegations.ts';
import { noPreviews } from './no-previews.ts';

export interface Accepting {
  readonly calls: Calls;
  /** ids of the deployments whose workflow was started */
  readonly started: readonly string[];
  post(body: unknown, headers?: Readonly<Record<string, string>>): Promise<APIGatewayProxyResult>;
}

export const acceptingOver = (engine: Engine): Accepting => {
  const { client, tables, s3, bucket } = engine;
  const watched = calls();
  watched.watch(client);
  watched.watch(s3);
  const clock = { now: () => new Date() };
  const table = { client, table: tables.deployments, clock };
  const started: string[] = [];
  const answered = (name: string) => () => watched.call(name, () => setImmediate());
  const post = route({
    clock,
    ids: { next: () => randomUUID() },
    passwords: { next: (length) => 'x'.repeat(length) },
    callers: { identify: async () => ({ issuer: 'https://issuer.example', subject: 'olga', isAdministrator: false }) },
    callbacksToPrivateAddresses: false,
    claims: claims(table),
    clusterCredentials: noClusterCredentials,
    createdByEverywhere: false,
    delegations: noDelegations,
    deployments: deployments(table),
    ended: endedDeployments(table, 30),
    files: files({ client: s3, bucket }),
    idempotentRequests: idempotentRequests(table),
    imports: { read: (address) => Promise.reject(new Error(`${address} cannot be read here`)) },
    ...noPreviews,
    providers: configuredProviders([]),
    publicBaseUrl: undefined,
    resources: resources({ ...table, table: tables.resources, deployments: tables.deployments }),
    timeline: timeline(table),
    workflows: {
      startOperation: async ({ id }) => {
        started.push(id);
        await watched.call('StartExecution', () => setImmediate());
      },
      stopOperation: answered('StopExecution'),
      startAction: answered('StartExecution'),
      startNotification: answered('StartExecution'),
    },
  });
  return {
    calls: watched,
    started,
    post: (body, headers = {}) => {
      const sent = { Authorization: 'Bearer olga', 'Content-Type': 'application/json', ...headers };
      const event = apiEvent({ httpMethod: 'POST', headers: sent, body: JSON.stringify(body) });
      return post(event, {} as Context);
    },
  };
};
