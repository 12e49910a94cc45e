/** The service as its clients see it. */

import { z } from 'zod';
import type { Standing } from './stack.ts';

const deployment = z.object({ uuid: z.string(), status: z.string(), task: z.string() });
const event = z.object({
  uuid: z.string(),
  scope: z.string(),
  name: z.string(),
  replicationStatus: z.string(),
  deployment: deployment.optional(),
});
export type Event = z.output<typeof event>;
const page = <Item extends z.ZodType>(item: Item) =>
  z.object({
    content: z.array(item),
    page: z.object({ totalElements: z.number() }),
    links: z.array(z.object({ rel: z.string(), href: z.string() })),
  });

export interface Api {
  schedule(fileExpression: string): Promise<string>;
  events(schedule: string): Promise<readonly Event[]>;
  deployments(): Promise<readonly z.output<typeof deployment>[]>;
  deploymentCount(): Promise<number>;
}

const template = `
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    url: { type: string }
  node_templates:
    server: { type: tosca.nodes.Compute }
`;

export const apiOf = ({ url, token }: Standing): Api => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = async (address: string, body?: object): Promise<unknown> => {
    const response = await fetch(address, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  /** every page, by its link to the next */
  const walk = async <Item extends z.ZodType>(path: string, item: Item): Promise<readonly z.output<Item>[]> => {
    const all: z.output<Item>[] = [];
    for (let next: string | undefined = `${url}${path}?size=500`; next !== undefined; ) {
      const { content, links }: z.output<ReturnType<typeof page<Item>>> = page(item).parse(await send(next));
      all.push(...content);
      next = links.find(({ rel }) => rel === 'next')?.href;
    }
    return all;
  };
  return {
    schedule: async (fileExpression) => {
      const rule = { fileExpression, replicationExpression: 'disk', numberOfReplicas: 1 };
      const made = await send(`${url}/schedules`, { template, parameters: { url: '${file.url}' }, ...rule });
      return z.object({ uuid: z.string() }).parse(made).uuid;
    },
    events: (schedule) => walk(`/schedules/${schedule}/events`, event),
    deployments: () => walk('/deployments', deployment),
    deploymentCount: async () => page(deployment).parse(await send(`${url}/deployments?size=1`)).page.totalElements,
  };
};
