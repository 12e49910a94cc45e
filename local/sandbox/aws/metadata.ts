/** The metadata service of machines (IMDSv2), which a script asks for the credentials of its instance profile. */

import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { launchOf } from './calls/instance-views.ts';
import { isBag, textOf } from './protocol/json.ts';
import { liveThings, type Place, type Thing } from './world/place.ts';
import type { World } from './world/world.ts';

const hour = 3_600_000;

interface Found {
  readonly place: Place;
  readonly machine: Thing;
}

const find = (world: World, id: string): Found | undefined =>
  world
    .places()
    .flatMap((place) => liveThings(place, 'AWS::EC2::Instance').map((machine) => ({ place, machine })))
    .find(({ machine }) => machine.id === id);

/** A profile has the name of its role here; undefined: the machine has none. */
const roleOf = ({ machine }: Found): string | undefined => {
  const profile = launchOf(machine)['IamInstanceProfile'];
  return isBag(profile) ? (textOf(profile['Name']) ?? textOf(profile['Arn'])?.split('/').at(-1)) : textOf(profile);
};

const random = (): string => randomUUID().replaceAll('-', '').toUpperCase();

const credentials = (world: World, { place, machine }: Found, role: string): object => {
  const { account, region } = place;
  const [key, secretKey, token] = [`ASIA${random().slice(0, 16)}`, random(), random()];
  const expiresAt = world.now() + 6 * hour;
  world.sessions.set(key, {
    ...{ account, token, expiresAt, secretKey },
    arn: `arn:aws:sts::${account}:assumed-role/${role}/${machine.id}`,
    machine: `arn:aws:ec2:${region}:${account}:instance/${machine.id}`,
  });
  return {
    ...{ Code: 'Success', Type: 'AWS-HMAC', LastUpdated: world.clock.now().toISOString() },
    ...{ AccessKeyId: key, SecretAccessKey: secretKey, Token: token, Expiration: new Date(expiresAt).toISOString() },
  };
};

function answerOf(world: World, found: Found, path: string): string | object | undefined {
  const role = roleOf(found);
  if (path === 'placement/region') return found.place.region;
  if (path === 'services/domain') return 'amazonaws.com';
  if (path === 'instance-id') return found.machine.id;
  if (role !== undefined && path === 'iam/security-credentials/') return role;
  return role !== undefined && path === `iam/security-credentials/${role}`
    ? credentials(world, found, role)
    : undefined;
}

type Request = FastifyRequest<{ Params: { id: string; '*': string } }>;

export function addMetadata(app: FastifyInstance, world: World): void {
  const tokens = new Map<string, string>();
  app.put('/_sandbox/aws/machines/:id/latest/api/token', async (request: Request, reply: FastifyReply) => {
    if (!Number(request.headers['x-aws-ec2-metadata-token-ttl-seconds'])) return reply.code(400).send();
    const token = random();
    tokens.set(token, request.params.id);
    return reply.type('text/plain').send(token);
  });
  app.get('/_sandbox/aws/machines/:id/latest/meta-data/*', async (request: Request, reply: FastifyReply) => {
    const { id, '*': path } = request.params;
    // only version 2 of the service is there
    if (tokens.get(String(request.headers['x-aws-ec2-metadata-token'])) !== id) return reply.code(401).send();
    const found = find(world, id);
    const answer = found && answerOf(world, found, path);
    return answer === undefined ? reply.code(404).send() : reply.type('text/plain').send(text(answer));
  });
}

const text = (answer: string | object): string => (typeof answer === 'string' ? answer : JSON.stringify(answer));
