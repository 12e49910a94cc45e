import * as v from 'valibot';
import { flag } from './fields.ts';
import type { Request } from './request.ts';

/** `ended=true` reads a deployment that has ended too (docs/decisions/0028): an extension. */
export const endedQuery = { ended: v.optional(flag) };

/** GET /deployments/{deployment_id}, and its log. */
export const deploymentQuery = v.object(endedQuery);

/** Asked before the query is examined: whether there is anything to read comes before how it was asked for. */
export const asksForEnded = ({ ended = [] }: Request['query']): boolean =>
  v.safeParse(endedQuery.ended, ended[0]).output === true;
