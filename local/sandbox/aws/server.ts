/** The APIs of AWS that a deployer needs, for the real SDK, over HTTP on loopback. */

import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { listening } from '../listen.ts';
import { addObjects } from './batch/objects.ts';
import { services } from './calls/actions.ts';
import type { Call } from './calls/call.ts';
import { checkLimits } from './calls/limits.ts';
import { addControl } from './control.ts';
import { advance } from './engine/advance.ts';
import { authorize } from './iam/authorize.ts';
import { addMetadata } from './metadata.ts';
import { type Answer, answerOf, errorOf } from './protocol/answer.ts';
import { callerOf, type Scope } from './protocol/caller.ts';
import { AwsRefusal, unsupported } from './protocol/refusal.ts';
import { requestOf, scopeOf } from './protocol/request.ts';
import { checkSignature } from './protocol/signature.ts';
import type { Tree } from './protocol/xml.ts';
import { withTemplate } from './template-url.ts';
import { World, type WorldOptions } from './world/world.ts';

/** Templates of 1 MB, and what a form adds to them. */
const bodyLimit = 8 * 1024 * 1024;

const ownNames: readonly string[] = ['127.0.0.1', 'localhost'];

/** A signed call, as HTTP brings it. */
export type SignedCall = Pick<FastifyRequest<{ Body: string | undefined }>, 'headers' | 'body' | 'url'>;

/** The caller sees a broken connection. */
class AnswerLost extends Error {
  override readonly name = 'AnswerLost';
}

const refusals = {
  throttle: () => new AwsRefusal('Throttling', 'Rate exceeded'),
  unavailable: () => new AwsRefusal('ServiceUnavailable', 'Service is unable to handle request.', 503),
  deny: ({ caller }: Call, action: string) =>
    new AwsRefusal('AccessDenied', `User: ${caller.arn} is not authorized to perform: ${action}`, 403),
  'lose-before': () => new AnswerLost(),
} as const;

function answered(call: Call, scope: Scope, action: string): Tree {
  const known = services[scope.service]?.actions[action];
  if (!known) throw unsupported(`the call ${action} of ${scope.service}`);
  const strange = Object.keys(call.params).filter((name) => !known.accepts.includes(name));
  if (strange.length > 0) throw unsupported(`${strange.join(', ')} of ${action}`);
  const { world, place, now } = call;
  checkLimits(scope.service, action, call.params);
  authorize(scope.service, action, call);
  const happened = advance(world, place, now);
  const fault = world.faults.onCall(action, place);
  if (fault && fault !== 'lose-after') throw refusals[fault](call, `${scope.service}:${action}`);
  try {
    return known.handle(call);
  } finally {
    if (happened || known.changes) world.save(place);
    // biome-ignore lint/correctness/noUnsafeFinally: the effect stays, and its answer is lost whatever it is
    if (fault === 'lose-after') throw new AnswerLost();
  }
}

async function handle(world: World, { headers, body, url }: SignedCall): Promise<Answer> {
  const requestId = randomUUID();
  const scope = scopeOf(headers);
  const { secretKey, machine } = world.sessions.get(scope.accessKey) ?? {};
  const service = services[scope.service];
  if (!service) throw unsupported(`the service ${scope.service}`);
  try {
    if (secretKey !== undefined) checkSignature(headers, body ?? '', secretKey);
    const { action, params: given } = requestOf(scope.service, headers, body ?? '', url);
    const params = await withTemplate(given);
    // a call of a machine comes from a script that runs: it would wait for itself
    if (world.instantJobs && machine === undefined) await Promise.all([world.jobs.idle(), world.commands.idle()]);
    const now = world.now();
    const caller = callerOf(world, scope, headers, now);
    const call = { world, caller, params, now, place: world.place(caller.account, scope.region) };
    return answerOf(service, action, answered(call, scope, action), requestId);
  } catch (cause) {
    if (!(cause instanceof AwsRefusal)) throw cause;
    return errorOf(service.protocol, cause, requestId);
  }
}

/** undefined: the answer is lost */
async function answeredOrLost(world: World, call: SignedCall): Promise<Answer | undefined> {
  try {
    return await handle(world, call);
  } catch (cause) {
    if (cause instanceof AwsRefusal) return errorOf('query', cause, randomUUID());
    if (cause instanceof AnswerLost) return undefined;
    throw cause;
  }
}

const send = (reply: FastifyReply, { status, type, body, headers = {} }: Answer): FastifyReply =>
  reply.code(status).type(type).headers(headers).send(body);

function build(world: World): FastifyInstance {
  // ids of things are ARNs too
  const app = fastify({ bodyLimit, forceCloseConnections: true, routerOptions: { maxParamLength: 1_000 } });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async ({ hostname }, reply) => {
    // commands run here as this user: a page of another site must not reach them by a name that it made resolve to this machine
    if (!ownNames.includes(hostname))
      return reply.code(403).send({ message: `this is the sandbox, not ${hostname}`, code: 403 });
  });
  addControl(app, world);
  addMetadata(app, world);
  addObjects(app, world);
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const found = await answeredOrLost(world, request as SignedCall);
    if (found !== undefined) return send(reply, found);
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  };
  app.post('/', answer);
  app.post('/v1/*', answer);
  return app;
}

export interface AwsServer {
  readonly url: string;
  readonly world: World;
  /** What a call is answered, without HTTP; undefined: the caller would see a broken connection. */
  answer(call: SignedCall): Promise<Answer | undefined>;
  stop(): Promise<void>;
}

/** Throws PortTakenError. 0: any free port. */
export async function startAws(options: WorldOptions & { readonly port: number }): Promise<AwsServer> {
  const world = new World(options);
  const app = build(world);
  const { port } = options;
  const url = await listening(port, "the sandbox's AWS", () => app.listen({ host: '127.0.0.1', port }));
  world.commands.serveFrom(url);
  world.url = url;
  const stop = async (): Promise<void> => {
    await app.close();
    await world.stop();
  };
  return { url, world, answer: (call) => answeredOrLost(world, call), stop };
}
