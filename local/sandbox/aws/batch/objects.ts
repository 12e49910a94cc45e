/**
 * S3 as jobs reach it: the laptop's own, after IAM. Each request is looked at with the policies of the role whose credentials
 * sign it, and then passed on as it is.
 */

import { request as ask } from 'node:http';
import { pipeline } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { deniedBecause } from '../iam/authorize.ts';
import type { Request } from '../iam/policy.ts';
import { callerOf } from '../protocol/caller.ts';
import { AwsRefusal, unsupported } from '../protocol/refusal.ts';
import { content } from '../protocol/xml.ts';
import type { World } from '../world/world.ts';

const path = '/_sandbox/s3';

/** Where jobs find S3. */
export const objectsUrl = (awsUrl: string): string => `${awsUrl}${path}`;

type S3Request = Pick<FastifyRequest, 'method' | 'url' | 'headers'>;

/** What IAM is asked about a request in path style. */
export const objectRequests = ({ method, url, headers }: S3Request): readonly Request[] => {
  const { pathname, searchParams: query } = new URL(url.slice(path.length), 'http://s3');
  const [bucket = '', ...rest] = decodeURIComponent(pathname).slice(1).split('/');
  const key = rest.join('/');
  const [onBucket, onObject] = [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/${key}`];
  const iamRequest = (action: string, resource: string, context = {}): Request => ({ action, resource, context });
  const isRead = method === 'GET' || method === 'HEAD';
  if (key === '' && isRead)
    return [iamRequest('s3:ListBucket', onBucket, { 's3:prefix': query.get('prefix') ?? undefined })];
  if (isRead) return [iamRequest(query.has('versionId') ? 's3:GetObjectVersion' : 's3:GetObject', onObject)];
  if (method === 'DELETE')
    return [iamRequest(query.has('uploadId') ? 's3:AbortMultipartUpload' : 's3:DeleteObject', onObject)];
  if (key === '' || (method === 'POST' && !query.has('uploads') && !query.has('uploadId')))
    throw unsupported(`${method} ${url} of S3`);
  const source = headers['x-amz-copy-source'];
  const copied = typeof source === 'string' ? decodeURIComponent(source).replace(/^\//, '') : undefined;
  return [
    iamRequest('s3:PutObject', onObject),
    ...(copied === undefined ? [] : [iamRequest('s3:GetObject', `arn:aws:s3:::${copied}`)]),
  ];
};

const check = (world: World, s3Request: S3Request): void => {
  const signature = String(s3Request.headers['authorization'] ?? '');
  const [, accessKey, region] = /Credential=([^/]+)\/\d+\/([^/]+)\/s3\//.exec(signature) ?? [];
  if (accessKey === undefined || region === undefined) throw new AwsRefusal('AccessDenied', 'Access Denied', 403);
  const caller = callerOf(world, { accessKey, region, service: 's3' }, s3Request.headers, world.now());
  const { policies } = caller;
  if (policies === undefined) return;
  for (const request of objectRequests(s3Request)) {
    const refused = deniedBecause(caller.arn, policies, request);
    if (refused !== undefined) throw new AwsRefusal('AccessDenied', refused, 403);
  }
};

const passOn = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const store = process.env['AWS_ENDPOINT_URL_S3'];
  if (store === undefined) throw unsupported('S3: this process has none (AWS_ENDPOINT_URL_S3)');
  reply.hijack();
  const { method, headers } = request;
  const passed = ask(new URL(`${store}${request.url.slice(path.length)}`), { method, headers }, (answer) => {
    reply.raw.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, reply.raw, () => passed.destroy());
  });
  // whoever breaks off, the other side sees it too
  pipeline(request.raw, passed, (error) => error && reply.raw.destroy());
  return reply;
};

export const addObjects = (app: FastifyInstance, world: World): void =>
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null)); // the body is passed on as it comes
    scope.all(`${path}/*`, async (request, reply) => {
      try {
        check(world, request);
        return passOn(request, reply);
      } catch (cause) {
        if (!(cause instanceof AwsRefusal)) throw cause;
        const { code, message, status } = cause;
        return reply
          .code(status)
          .type('application/xml')
          .send(`<Error>${content({ Code: code, Message: message }, 'item')}</Error>`);
      }
    });
  });
