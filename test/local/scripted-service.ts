/** A service that says what a test wants it to: the demo is run against it as a program, through its interface alone. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Scripted {
  readonly url: string;
  /** `METHOD path` of each request, in order */
  readonly requests: string[];
  stop(): Promise<void>;
}

/** What the deployment and its one resource say at the n-th look; the last entry stays. */
export interface Script {
  readonly looks: readonly { readonly status: string; readonly state: string; readonly reason?: string }[];
  /** answer to the dry run instead of a plan */
  readonly refusal?: { readonly status: number; readonly message: string };
  /** of the providers that were tried, the first one first */
  readonly attempts?: readonly {
    readonly cloudProviderName: string;
    readonly state: string;
    readonly reason?: string;
  }[];
  /** what DELETE leads to: gone, or this status */
  readonly afterDelete?: string;
}

const id = '01a1f9b3-15be-7440-b1c0-39b926ba9a32';

const resource = (state: string) => ({
  uuid: 'r1',
  state,
  toscaNodeName: 'web_server',
  toscaNodeType: 'tosca.nodes.Compute',
  metadata:
    state === 'STARTED'
      ? {
          VirtualMachineInfo: JSON.stringify({ vmProperties: [{ class: 'system', 'net_interface.0.ip': '10.0.0.9' }] }),
        }
      : {},
});

const page = (content: readonly unknown[]) => ({ content, page: { number: 0, totalPages: 1 } });

const plan = {
  resources: [resource('INITIAL')],
  candidates: [{ name: 'Cloud A' }],
  dropped: [],
  warnings: [],
};

interface Told {
  readonly status: number;
  readonly body: unknown;
}

const says = (status: number, body: unknown): Told => ({ status, body });

/** Answers in the order of the script. */
const teller = (script: Script) => {
  let looked = 0;
  let deleted = false;
  const look = () => script.looks[Math.min(looked, script.looks.length - 1)];
  const record = () => ({
    uuid: id,
    status: status(),
    statusReason: look()?.reason,
    task: 'DEPLOYER',
    outputs: look()?.status === 'CREATE_COMPLETE' ? { url: 'http://10.0.0.9/', ports: [80, 443] } : {},
  });
  const status = (): string | undefined => (deleted ? script.afterDelete : look()?.status);
  const view = () => ({
    ...{
      uuid: id,
      name: 'web',
      status: status(),
      version: looked,
      task: 'DEPLOYER',
      events: 1,
      nodes: [],
      cause: [],
    },
    resources: [['r1', 'web_server', look()?.state ?? '', '2026-11-23T09:00:00.000Z']],
  });
  const event = () => ({
    name: `${looked}`,
    kind: 'COMPLETE',
    at: '2026-11-23T09:00:00.000Z',
    message: 'something happened',
  });
  const lists: { readonly [part: string]: () => readonly unknown[] } = {
    resources: () => [resource(look()?.state ?? '')],
    attempts: () => script.attempts ?? [],
    events: () => [event()],
  };
  const read = (part: string | undefined): Told => {
    const list = lists[part ?? ''];
    if (list) return says(200, page(list()));
    if (deleted && script.afterDelete === undefined) return says(404, { code: 404, message: 'gone' });
    if (part === undefined) return says(200, record());
    looked++;
    return says(200, view());
  };
  return (method: string | undefined, path: string): Told => {
    if (path.includes('dryRun'))
      return script.refusal
        ? says(script.refusal.status, { code: script.refusal.status, ...script.refusal })
        : says(200, plan);
    if (path === '/templates/inspect') return says(200, { inputs: [], outputs: [], problems: [] });
    if (method === 'POST') return says(201, record());
    if (path.startsWith('/deployments?')) return says(200, page([record()]));
    if (method === 'GET') return read(/\/deployments\/[^/]+\/(\w+)/.exec(path)?.[1]);
    deleted = true;
    return says(204, undefined);
  };
};

function handler(script: Script, requests: string[]): (request: IncomingMessage, response: ServerResponse) => void {
  const tell = teller(script);
  return (request, response) => {
    const path = request.url ?? '';
    requests.push(`${request.method} ${path}`);
    const isKnown = path === '/info' || request.headers.authorization === 'Bearer good';
    const { status, body } = isKnown ? tell(request.method, path) : says(401, { message: 'this token is not good' });
    response.writeHead(status).end(body === undefined ? undefined : JSON.stringify(body));
  };
}

export async function scriptedService(script: Script): Promise<Scripted> {
  const requests: string[] = [];
  const server = createServer(handler(script, requests)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
