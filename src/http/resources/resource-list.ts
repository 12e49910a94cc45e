import * as v from 'valibot';
import { isId } from '../../domain/deployments/record/access.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { metadataShownTo } from '../../domain/deployments/record/disclosure.ts';
import type { Resources } from '../../domain/resources/ports.ts';
import type { Resource } from '../../domain/resources/resource.ts';
import type { Caller } from '../../foundation/caller.ts';
import { NotFoundError } from '../../foundation/errors.ts';
import { resourceView } from '../deployments/views.ts';
import { type Answer, entity } from '../pipeline/answer.ts';
import { optional, shortText } from '../pipeline/fields.ts';
import type { Links } from '../pipeline/links.ts';
import { pageQuery, pageRequest, pageView } from '../pipeline/page.ts';
import { placeOfResource } from './metadata.ts';

export const resourceListQuery = v.object({ ...pageQuery, type: optional(shortText(512)) });

/** The end of the link `resources` of a deployment. A client that follows the link unchanged has named no type. */
const placeholder = '{type}';

/** The requested type, if there is one. */
const typeOf = ({ type }: v.InferOutput<typeof resourceListQuery>): string | undefined =>
  type === placeholder ? undefined : type;

/** What decides how a caller sees the resources of a deployment. */
export interface Seen {
  readonly deployment: Deployment;
  readonly caller: Caller;
  readonly links: Links;
}

const view = ({ deployment, caller, links }: Seen, resource: Resource) => {
  const metadata = metadataShownTo(caller, deployment, resource.metadata);
  return resourceView(links, resource, { ...metadata, ...placeOfResource(deployment, resource) });
};

/** GET /deployments/{deployment_id}/resources */
export const resourceList = async (
  resources: Pick<Resources, 'list'>,
  query: v.InferOutput<typeof resourceListQuery>,
  seen: Seen,
) => {
  const { deployment, links } = seen;
  const request = pageRequest(query);
  const type = typeOf(query);
  const page = await resources.list(deployment.id, request, type);
  return pageView(links.resources(deployment.id), { type }, request, page, (one) => view(seen, one));
};

/** GET /deployments/{deployment_id}/resources/{resource_id}; NotFoundError */
export const oneResource = async (resources: Pick<Resources, 'find'>, id: string, seen: Seen) => {
  const resource = await resourceOf(resources, id, seen.deployment, seen.links);
  return resourceEntity(seen, resource);
};

export const resourceEntity = (seen: Seen, resource: Resource): Answer =>
  entity(view(seen, resource), resource.updatedAt);

/** A resource of a deployment. NotFoundError */
export const resourceOf = async (
  resources: Pick<Resources, 'find'>,
  id: string,
  deployment: Deployment,
  links: Links,
): Promise<Resource> => {
  const resource = isId(id) ? await resources.find(deployment.id, id) : undefined;
  if (resource) return resource;
  throw new NotFoundError(
    `the deployment has no resource ${JSON.stringify(id.slice(0, 40))}; GET ${links.resources(deployment.id)} lists those that it has`,
  );
};
