import { z } from 'zod';
import { routes } from '../src/http/routes.ts';

const rate = z.number().positive();
const burst = z.number().int().positive();

/** As `throttling.routes` names them. */
export type RouteName = `${(typeof routes)[number]['method']} ${(typeof routes)[number]['path']}`;
const routeNames = routes.map(({ method, path }): RouteName => `${method} ${path}`);

interface Throttle {
  readonly rate: number;
  readonly burst: number;
}

/** What reads and writes most, or starts a workflow, may be asked for less often than the rest. */
const dearer: { readonly [R in RouteName]?: Throttle } = {
  'POST /deployments': { rate: 50, burst: 100 },
  'PUT /deployments/{deployment_id}': { rate: 50, burst: 100 },
  'DELETE /deployments/{deployment_id}': { rate: 50, burst: 100 },
  'POST /deployments/{deployment_id}/resources/{resource_id}/actions': { rate: 50, burst: 100 },
  'POST /schedules': { rate: 20, burst: 40 },
};

const atMost = (all: Throttle) =>
  Object.fromEntries(
    Object.entries(dearer).map(([route, own]) => [
      route,
      { rate: Math.min(own.rate, all.rate), burst: Math.min(own.burst, all.burst) },
    ]),
  );

/** Requests a second, and at once, of all users together; beyond them the gateway answers 429. */
export const throttling = z
  .strictObject({
    /** of all routes together, but for those of `routes` */
    rate: rate.default(500),
    burst: burst.default(1000),
    /** "<method> <path>", as in src/http/routes.ts -> its own; what starts a workflow has one of 20 to 50 a second without being named */
    routes: z.partialRecord(z.enum(routeNames), z.strictObject({ rate, burst })).default({}),
  })
  .transform(({ routes: own, ...all }) => ({ ...all, routes: { ...atMost(all), ...own } }))
  .prefault({});

/** A name of the team's own for the API, over TLS 1.2 and newer. */
export const customDomain = z.strictObject({
  name: z.string().regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, 'this is no name of a domain'),
  /** of a certificate of ACM for that name, in the region of the API */
  certificateArn: z.string().regex(/^arn:[a-z-]+:acm:/, 'this is no ARN of a certificate of ACM'),
  /** the zone in Route 53 in which the name is entered; absent: the team enters the output DomainTarget where its names are kept */
  hostedZone: z.strictObject({ id: z.string().min(1), name: z.string().min(1) }).optional(),
});

/** ARN of a regional web ACL of AWS WAF. */
export const webAcl = z
  .string()
  .regex(/^arn:[a-z-]+:wafv2:.*:regional\/webacl\//, 'this is no ARN of a regional web ACL');
