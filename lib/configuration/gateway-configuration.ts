import * as v from 'valibot';
import { number, recordOf, strict, text, wholeNumber } from '../../src/foundation/shape/schemas.ts';
import { routes } from '../../src/http/routes.ts';

const rate = v.pipe(number, v.gtValue(0, 'expected a number above 0'));
const burst = v.pipe(wholeNumber, v.gtValue(0, 'expected a number above 0'));

/** The name of a route in `throttling.routes`. */
export type RouteName = `${(typeof routes)[number]['method']} ${(typeof routes)[number]['path']}`;
export const routeNames = routes.map(({ method, path }): RouteName => `${method} ${path}`);

interface Throttle {
  readonly rate: number;
  readonly burst: number;
}

/** Routes that read and write the most, or start a workflow, have lower limits than the others. */
const dearer: { readonly [R in RouteName]?: Throttle } = {
  'POST /deployments': { rate: 50, burst: 100 },
  'PUT /deployments/{deployment_id}': { rate: 50, burst: 100 },
  'DELETE /deployments/{deployment_id}': { rate: 50, burst: 100 },
  'POST /deployments/{deployment_id}/resources/{resource_id}/actions': { rate: 50, burst: 100 },
  'POST /deployments/{deployment_id}/retry': { rate: 50, burst: 100 },
  'POST /deployments/{deployment_id}/repair': { rate: 50, burst: 100 },
  'POST /deployments/{deployment_id}/move': { rate: 50, burst: 100 },
  'POST /deployments/{deployment_id}/operations': { rate: 50, burst: 100 },
  'POST /deployments/{deployment_id}/operations/stop': { rate: 50, burst: 100 },
  'POST /deployments/{deployment_id}/workflows/{name}': { rate: 50, burst: 100 },
  'POST /approvals/{deployment_id}': { rate: 50, burst: 100 },
  'POST /deployments/{deployment_id}/rollback': { rate: 50, burst: 100 },
  'POST /schedules': { rate: 20, burst: 40 },
  'POST /schedules/{schedule_id}/backfills': { rate: 20, burst: 40 },
};

const atMost = (all: Throttle) =>
  Object.fromEntries(
    Object.entries(dearer).map(([route, own]) => [
      route,
      { rate: Math.min(own.rate, all.rate), burst: Math.min(own.burst, all.burst) },
    ]),
  );

/**
 * Limits for all users together, and for each of them: `rate` is requests per second, `burst` is requests at once. Above a
 * limit the answer is 429.
 */
export const throttling = v.optional(
  v.pipe(
    strict({
      /** for all routes together, except those in `routes` */
      rate: v.optional(rate, 500),
      burst: v.optional(burst, 1000),
      /**
       * for one caller, who may send `burst` requests in each `burst / rate` seconds (docs/decisions/0063)
       */
      caller: v.optional(strict({ rate: v.optional(rate, 100), burst: v.optional(burst, 1000) }), {}),
      /**
       * "<method> <path>", as in src/http/routes.ts -> its own limits; a route that starts a workflow has 20 to 50 a second
       * by default
       */
      routes: v.optional(
        recordOf(
          v.picklist(routeNames, 'this route does not exist: src/http/routes.ts lists all routes'),
          strict({ rate, burst }),
        ),
        {},
      ),
    }),
    v.transform(({ routes: own, ...all }) => ({ ...all, routes: { ...atMost(all), ...own } })),
  ),
  {},
);

/** Pages of other origins that may call the API. */
export const cors = strict({
  /**
   * `https://dashboard.example.org`, or `*` for any. `*` is safe: the API knows no cookies, so a page gets only what its
   * token allows
   */
  origin: v.pipe(
    v.string(),
    v.regex(/^(\*|https?:\/\/[a-z0-9.-]+(:\d+)?)$/, 'expected "*" or an origin such as https://dashboard.example.org'),
  ),
});

/** A domain name of the team for the API, over TLS 1.2 and newer. */
export const customDomain = strict({
  name: v.pipe(
    v.string(),
    v.regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, 'this is not the name of a domain'),
  ),
  /** ARN of an ACM certificate for that name, in the region of the API */
  certificateArn: v.pipe(v.string(), v.regex(/^arn:[a-z-]+:acm:/, 'this is not the ARN of an ACM certificate')),
  /** the Route 53 zone for the name's record; absent: the team adds a record for the output DomainTarget to its own DNS */
  hostedZone: v.optional(strict({ id: text, name: text })),
});

/** ARN of a regional web ACL of AWS WAF. */
export const webAcl = v.pipe(
  v.string(),
  v.regex(/^arn:[a-z-]+:wafv2:.*:regional\/webacl\//, 'this is not the ARN of a regional web ACL'),
);
