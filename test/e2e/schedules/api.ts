/** The service as its clients see it. */

import * as v from 'valibot';
import { conform } from '../../../src/foundation/shape/examine.ts';
import { number } from '../../../src/foundation/shape/schemas.ts';
import type { Standing } from './stack.ts';

const deployment = v.object({ uuid: v.string(), status: v.string(), task: v.string() });
const event = v.object({
  uuid: v.string(),
  scope: v.string(),
  name: v.string(),
  replicationStatus: v.string(),
  deployment: v.optional(deployment),
});
export type Event = v.InferOutput<typeof event>;
const page = <Item extends v.GenericSchema>(item: Item) =>
  v.object({
    content: v.array(item),
    page: v.object({ totalElements: number }),
    links: v.array(v.object({ rel: v.string(), href: v.string() })),
  });
const named = v.object({ uuid: v.string() });

export interface Api {
  /** of a machine for each file; `other`: of another template */
  schedule(fileExpression: string, other?: { readonly template: string; readonly parameters: object }): Promise<string>;
  events(schedule: string): Promise<readonly Event[]>;
  deployments(): Promise<readonly v.InferOutput<typeof deployment>[]>;
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
  const walk = async <Item extends v.GenericSchema>(
    path: string,
    item: Item,
  ): Promise<readonly v.InferOutput<Item>[]> => {
    const all: v.InferOutput<Item>[] = [];
    for (let next: string | undefined = `${url}${path}?size=500`; next !== undefined; ) {
      const { content, links }: v.InferOutput<ReturnType<typeof page<Item>>> = conform(page(item), await send(next));
      all.push(...content);
      next = links.find(({ rel }) => rel === 'next')?.href;
    }
    return all;
  };
  return {
    schedule: async (fileExpression, other = { template, parameters: { url: '${file.url}' } }) => {
      const rule = { fileExpression, replicationExpression: 'disk', numberOfReplicas: 1 };
      const made = await send(`${url}/schedules`, { ...other, ...rule });
      return conform(named, made).uuid;
    },
    events: (schedule) => walk(`/schedules/${schedule}/events`, event),
    deployments: () => walk('/deployments', deployment),
    deploymentCount: async () => conform(page(deployment), await send(`${url}/deployments?size=1`)).page.totalElements,
  };
};
