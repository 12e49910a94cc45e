/** A service that has one deployment, whose resources change with each question: what a page of the dashboard asks, and nothing else. */

import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DeploymentView } from '../client/types.ts';
import type { Dashboard } from '../lib/bundles/dashboard.ts';

export const deploymentId = '01a20885-2d2d-7707-8013-fb396b19ca4c';

type Resource = DeploymentView['resources'][number];
type Node = NonNullable<DeploymentView['nodes']>[number];

/** Instances of each node that is a machine. */
const each = 4;
const states: readonly Resource['state'][] = [
  'CREATING',
  'CREATED',
  'CONFIGURING',
  'CONFIGURED',
  'STARTING',
  'STARTED',
];

/** Machines in layers of ten, of which each needs one of the layer before; every second one hosts software. */
const nodesOf = (resources: number): readonly Node[] =>
  Array.from({ length: Math.ceil(resources / (each + each / 2)) }, (_, index) => {
    const name = `machine_${index}`;
    const needs = index < 10 ? [] : [{ name: 'dependency', node: `machine_${index - 10}` }];
    const common = { count: each, facts: { cpus: '4', memory: '8 GB', os: 'ubuntu 22.04' } };
    const machine: Node = { ...common, name, type: 'tosca.nodes.Compute', kind: 'compute', requirements: needs };
    const host = [{ name: 'host', node: name, as: 'host' }] as const;
    const type = 'tosca.nodes.SoftwareComponent';
    const software: Node = {
      ...common,
      facts: {},
      name: `software_${index}`,
      type,
      kind: 'software',
      requirements: [...host],
    };
    return index % 2 === 0 ? [machine, software] : [machine];
  }).flat();

/** The view after `change` changes: each time every third resource is in its next state. */
const viewOf = (nodes: readonly Node[], resources: number, change: number): DeploymentView => {
  const at = new Date().toISOString();
  const all = nodes.flatMap(({ name, count }) => Array.from({ length: count }, () => name)).slice(0, resources);
  return {
    ...{ uuid: deploymentId, name: 'Many machines', status: 'CREATE_IN_PROGRESS', task: 'DEPLOYER' },
    operation: { id: deploymentId, kind: 'CREATE', acceptedAt: at },
    providers: [{ id: 'sandbox-a', name: 'Sandbox A' }],
    provider: { id: 'cloud', name: 'Cloud' },
    attempt: { number: 1, state: 'RUNNING', startedAt: at, deadline: at },
    ...{
      cause: [],
      createdAt: at,
      changedAt: at,
      createdBy: { issuer: 'https://issuer.example.org', subject: 'alice' },
    },
    nodes: [...nodes],
    resources: all.map((node, index) => ({
      id: `${deploymentId.slice(0, -6)}${`${index}`.padStart(6, '0')}`,
      node,
      state: states[(index + Math.floor((change + index) / 3)) % states.length] ?? 'CREATING',
      since: at,
    })),
    ...{
      events: 0,
      logPieces: 0,
      may: { change: true, seeSecrets: true, give: true, accept: false },
      version: `"${change}"`,
    },
  };
};

export interface Served {
  readonly url: string;
  /** how many views were given */
  readonly given: () => number;
  /** false: the view stays as it is, and a question is answered with 304 */
  changing: boolean;
  stop(): Promise<void>;
}

export const serveDashboard = async ({ files }: Dashboard, resources: number): Promise<Served> => {
  const nodes = nodesOf(resources);
  let given = 0;
  const view = (response: ServerResponse, known: string | undefined): void => {
    if (!served.changing && known === `"${given}"`) return void response.writeHead(304).end();
    given += 1;
    json(response, viewOf(nodes, resources, given), { etag: `"${given}"` });
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/ui')) return page(files, pathname, response);
    if (pathname.endsWith('/view')) return view(response, request.headers['if-none-match']);
    if (pathname === '/login') return json(response, []);
    if (pathname === '/me')
      return json(response, { issuer: 'https://issuer.example.org', subject: 'alice', administrator: false });
    if (pathname === `/deployments/${deploymentId}`) return json(response, { uuid: deploymentId, outputs: {} });
    return json(response, { content: [], page: { number: 0, size: 100, totalElements: 0, totalPages: 1 } });
  });
  const served: Served = {
    url: await listening(server),
    given: () => given,
    changing: true,
    stop: () => closed(server),
  };
  return served;
};

const listening = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const closed = async (server: Server): Promise<void> => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
};

const json = (response: ServerResponse, body: unknown, headers: { readonly [name: string]: string } = {}): void => {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

const types: { readonly [ending: string]: string } = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };

const page = (files: Dashboard['files'], pathname: string, response: ServerResponse): void => {
  const name = pathname.replace(/^\/ui\/?/, '');
  const file = files.get(name) ?? files.get('index.html') ?? '';
  const type = files.has(name) ? types[name.split('.').at(-1) ?? ''] : undefined;
  response.writeHead(200, { 'content-type': type ?? 'text/html' }).end(file);
};
