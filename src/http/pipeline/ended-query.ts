import * as v from 'valibot';
import { flag } from './fields.ts';
import type { Request } from './request.ts';

/** `ended=true` also finds a deployment that has ended (docs/decisions/0028). It is an extension. */
export const endedQuery = { ended: v.optional(flag) };

/** GET /deployments/{deployment_id}, and its log. */
export const deploymentQuery = v.object(endedQuery);

/** Used before the query is validated, because a 404 comes before a 400 for the query. */
export const asksForEnded = ({ ended = [] }: Request['query']): boolean =>
  v.safeParse(endedQuery.ended, ended[0]).output === true;
