import type { Caller } from '../domain/callers.ts';
import { createDeployment } from '../domain/deployments/create.ts';
import { created } from './answer.ts';
import { type Creation, type CreationPorts, creationRequest } from './creation.ts';
import { deploymentEntity } from './deployment-entity.ts';
import type { Links } from './links.ts';
import type { ViewPorts } from './views.ts';

/** POST /deployments */
export const create =
  (ports: CreationPorts & ViewPorts & Parameters<typeof createDeployment>[0]) =>
  async ({ body, caller, links }: { readonly body: Creation; readonly caller: Caller; readonly links: Links }) => {
    const deployment = await createDeployment(ports, creationRequest(body, caller));
    return created(deploymentEntity(ports, links, deployment), links.deployment(deployment.id));
  };
