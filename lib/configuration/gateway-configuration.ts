import * as v from 'valibot';
import { number, recordOf, strict, text, wholeNumber } from '../../src/foundation/shape/schemas.ts';
import { routes } from '../../src/http/routes.ts';

const rate = v.pipe(number, v.gtValue(0, 'expected a number above 0'));
const burst = v.pipe(wholeNumber, v.gtValue(0, 'expected a number above 0'));

/** As `throttling.routes` names them. */
export type RouteName = `${(typeof routes)[number]['method']} ${(typeof routes)[number]['path']}`;
export const routeNames = routes.map(({ method, path }): RouteName => `${method} ${path}`);

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
export const throttling = v.optional(
  v.pipe(
    strict({
      /** of all routes together, but for those of `routes` */
      rate: v.optional(rate, 500),
      burst: v.optional(burst, 1000),
      /** "<method> <path>", as in src/http/routes.ts -> its own; what starts a workflow has one of 20 to 50 a second without being named */
      routes: v.optional(
        recordOf(v.picklist(routeNames, 'there is no such route: src/http/routes.ts has all'), strict({ rate, burst })),
        {},
      ),
    }),
    v.transform(({ routes: own, ...all }) => ({ ...all, routes: { ...atMost(all), ...own } })),
  ),
  {},
);

/** Pages of another origin that may call the API. */
export const cors = strict({
  /** `https://dashboard.example.org`, or `*` for any: nobody is known by a cookie, so no page gets more than its token gives */
  origin: v.pipe(
    v.string(),
    v.regex(
      /^(\*|https?:\/\/[a-z0-9.-]+(:\d+)?)$/,
      'this is neither "*" nor an origin, such as https://dashboard.example.org',
    ),
  ),
});

/** A name of the team's own for the API, over TLS 1.2 and newer. */
export const customDomain = strict({
  name: v.pipe(v.string(), v.regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, 'this is no name of a domain')),
  /** of a certificate of ACM for that name, in the region of the API */
  certificateArn: v.pipe(v.string(), v.regex(/^arn:[a-z-]+:acm:/, 'this is no ARN of a certificate of ACM')),
  /** the zone in Route 53 in which the name is entered; absent: the team enters the output DomainTarget where its names are kept */
  hostedZone: v.optional(strict({ id: text, name: text })),
});

/** ARN of a regional web ACL of AWS WAF. */
export const webAcl = v.pipe(
  v.string(),
  v.regex(/^arn:[a-z-]+:wafv2:.*:regional\/webacl\//, 'this is no ARN of a regional web ACL'),
);
