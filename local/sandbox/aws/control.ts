/** What no real cloud has: faults on demand, another pace, and a list of what the clouds hold. */

import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { jobsOf } from './batch/progress.ts';
import { services } from './calls/actions.ts';
import { powerState } from './calls/instance-views.ts';
import { advance } from './engine/advance.ts';
import { physicalIdOf } from './engine/scope.ts';
import type { Bag } from './protocol/json.ts';
import { types } from './rows/rows.ts';
import { faultSchema } from './world/faults.ts';
import type { Place } from './world/place.ts';
import { tenantExternalId, tenantRole, type World } from './world/world.ts';

const calls = Object.values(services).flatMap(({ actions }) => Object.keys(actions));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const settings = v.strictObject({
  /** of every account in every region */
  quotas: v.optional(
    v.strictObject({ instances: v.optional(count), addresses: v.optional(count), networks: v.optional(count) }),
  ),
  faults: v.optional(
    v.array(
      v.pipe(
        faultSchema,
        v.check(
          (fault) => !('call' in fault) || fault.call === '*' || calls.includes(fault.call),
          ({ input }) => `the sandbox has no such call: ${JSON.stringify(input)}`,
        ),
        v.check(
          (fault) => !('resource' in fault) || fault.type === undefined || types.includes(fault.type),
          ({ input }) => `the sandbox has no such type: ${JSON.stringify(input)}`,
        ),
      ),
    ),
  ),
  pace: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(100))),
});
/** What somebody does to a thing in the console, without CloudFormation. */
const behindTheBack = v.strictObject({
  gone: v.optional(v.boolean()),
  stopped: v.optional(v.boolean()),
  properties: v.optional(v.record(v.string(), v.unknown())),
});
const bucketContent = v.strictObject({ objects: count });

/** What a test may count: things that a stack made, or that stayed when it went. */
const held = (place: Place, now: number): unknown =>
  Object.values(place.things)
    .filter(({ facts, power }) => facts['default'] !== true && power?.to !== 'terminated')
    .map((thing) => ({
      id: physicalIdOf(thing),
      type: thing.type,
      stackId: thing.stackId,
      logicalId: thing.logicalId,
      tags: thing.tags,
      ...(thing.power && { state: powerState(thing, now) }),
    }));

const view = (place: Place, now: number): unknown => ({
  account: place.account,
  region: place.region,
  quotas: place.quotas,
  exhausted: place.exhausted,
  network: Object.values(place.things)
    .filter(({ facts }) => facts['default'] === true)
    .map(({ id, type, facts }) => ({ id, type, zone: facts['zone'] })),
  stacks: Object.values(place.stacks).map(({ id, name, status }) => ({ id, name, status })),
  things: held(place, now),
  parameters: Object.entries(place.parameters ?? {}).map(([name, { type, tags }]) => ({ name, type, tags })),
  jobs: jobsOf(place).map(({ id, name, definition, status }) => ({ id, name, definition, status })),
  definitions: Object.values(place.definitions ?? {}).map(({ arn, name, status }) => ({ arn, name, status })),
});

function parsed(body: string | undefined): unknown {
  try {
    return JSON.parse(body || '{}');
  } catch {
    return undefined;
  }
}

type Refused = { readonly message: string; readonly code: 400 };
const refused = (issues: readonly v.BaseIssue<unknown>[]): Refused => ({
  message: issues.map((issue) => `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`).join('; '),
  code: 400,
});

/** `GET`, `PUT` and `DELETE /_sandbox/aws`, `PUT /_sandbox/aws/buckets/{name}`, `PUT /_sandbox/aws/things/{id}`; JSON, errors as `{"message","code"}`. */
export function addControl(app: FastifyInstance, world: World): void {
  const present = (): unknown => {
    const now = world.now();
    for (const place of world.places()) if (advance(world, place, now)) world.save(place);
    return {
      pace: world.pace,
      faults: world.faults.list(),
      role: { arn: tenantRole, externalId: tenantExternalId },
      places: world.places().map((place) => view(place, now)),
    };
  };
  app.get('/_sandbox/aws', present);
  app.put<{ Body: string | undefined }>('/_sandbox/aws', async ({ body }, reply) => {
    const given = v.safeParse(settings, parsed(body));
    if (!given.success) return reply.code(400).send(refused(given.issues));
    // what happened until now happened without the new faults
    present();
    if (given.output.faults) world.faults.set(given.output.faults);
    if (given.output.pace !== undefined) world.pace = given.output.pace;
    if (given.output.quotas) world.setQuotas(given.output.quotas);
    return present();
  });
  app.put<{ Params: { name: string }; Body: string | undefined }>(
    '/_sandbox/aws/buckets/:name',
    async ({ params, body }, reply) => {
      const given = v.safeParse(bucketContent, parsed(body));
      if (!given.success) return reply.code(400).send(refused(given.issues));
      const place = world.places().find(({ things }) => things[params.name]?.type === 'AWS::S3::Bucket');
      const bucket = place?.things[params.name];
      if (!place || !bucket) return reply.code(404).send({ message: `there is no bucket "${params.name}"`, code: 404 });
      bucket.facts['objects'] = given.output.objects;
      world.save(place);
      return given.output;
    },
  );
  app.put<{ Params: { id: string }; Body: string | undefined }>('/_sandbox/aws/things/:id', async (request, reply) => {
    const given = v.safeParse(behindTheBack, parsed(request.body));
    if (!given.success) return reply.code(400).send(refused(given.issues));
    const { id } = request.params;
    const place = world.places().find(({ things }) => things[id] !== undefined);
    const thing = place?.things[id];
    if (!place || !thing) return reply.code(404).send({ message: `there is nothing with the id "${id}"`, code: 404 });
    const { gone, stopped, properties } = given.output;
    if (properties) thing.properties = { ...thing.properties, ...(properties as Bag) };
    if (stopped === true && thing.power) thing.power = { to: 'stopped', settlesAt: world.now() };
    if (gone === true && thing.power) thing.power = { to: 'terminated', settlesAt: world.now() };
    else if (gone === true) delete place.things[id];
    world.save(place);
    return given.output;
  });
  app.delete('/_sandbox/aws', async (_request, reply) => {
    world.reset();
    return reply.code(204).send();
  });
}
