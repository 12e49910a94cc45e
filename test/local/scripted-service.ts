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
  /** answer to POST /deployments instead of 201 */
  readonly refusal?: { readonly status: number; readonly message: string };
  /** of the provider */
  readonly log?: string;
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

function handler(script: Script, requests: string[]): (request: IncomingMessage, response: ServerResponse) => void {
  let looked = 0;
  let deleted = false;
  const say = (response: ServerResponse, status: number, body: unknown): void =>
    void response.writeHead(status).end(JSON.stringify(body));
  const view = (look: Script['looks'][number] | undefined) => ({
    uuid: id,
    status: deleted ? script.afterDelete : look?.status,
    statusReason: look?.reason,
    task: 'DEPLOYER',
    outputs: look?.status === 'CREATE_COMPLETE' ? { url: 'http://10.0.0.9/', ports: [80, 443] } : {},
  });
  return (request, response) => {
    const path = request.url ?? '';
    requests.push(`${request.method} ${path}`);
    const look = script.looks[Math.min(looked, script.looks.length - 1)];
    if (path === '/info') return say(response, 200, {});
    if (request.headers.authorization !== 'Bearer good')
      return say(response, 401, { message: 'this token is not good' });
    if (request.method === 'POST')
      return script.refusal ? say(response, script.refusal.status, script.refusal) : say(response, 201, view(look));
    if (request.method === 'DELETE') {
      deleted = true;
      return void response.writeHead(204).end();
    }
    if (path.endsWith('/log')) return void response.end(script.log ?? 'Select master VM\n');
    if (path.includes('/attempts')) return say(response, 200, { content: script.attempts ?? [] });
    if (path.includes('/resources')) return say(response, 200, { content: [resource(look?.state ?? '')] });
    looked++;
    if (deleted && script.afterDelete === undefined) return say(response, 404, { message: 'gone' });
    return say(response, 200, view(look));
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
