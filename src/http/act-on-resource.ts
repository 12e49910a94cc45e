import * as v from 'valibot';
import type { Deployment } from '../domain/deployments/deployment.ts';
import { actOnResource, requireAllowed } from '../domain/resources/act.ts';
import { type Answer, accepted, ok } from './answer.ts';
import { actionView, dryRunQuery } from './dry-run.ts';
import { members } from './fields.ts';
import type { Links } from './links.ts';
import { parse } from './parse.ts';
import { resourceOf } from './resource-list.ts';
import { type TimelinePorts, tellAccepted } from './timeline.ts';

/** interface.md, Execute action on a resource */
export const action = members({ type: v.picklist(['start', 'stop'], 'must be start or stop') });

export const actionQuery = v.object(dryRunQuery);

interface Input {
  readonly path: { readonly [name: string]: string };
  readonly query: v.InferOutput<typeof actionQuery>;
  readonly body: unknown;
  readonly deployment: Deployment;
  readonly links: Links;
}

/**
 * POST /deployments/{deployment_id}/resources/{resource_id}/actions: 404 for the resource comes before what is wrong with the body.
 * With `dryRun=true` the states it would lead to.
 */
export const act =
  (ports: TimelinePorts & Parameters<typeof actOnResource>[0]) =>
  async ({ path, query, body, deployment, links }: Input): Promise<Answer> => {
    const resource = await resourceOf(ports.resources, path['resource_id'] ?? '', deployment, links);
    const { type } = parse(action, body, 'body');
    if (query.dryRun) {
      requireAllowed(deployment, resource, type);
      return ok(actionView(resource, type));
    }
    await actOnResource(ports, deployment, resource, type);
    await tellAccepted(ports, deployment.id, `the ${type} of ${resource.toscaNodeName} was accepted`);
    return accepted;
  };
