import type { Headers, Scope } from './caller.ts';
/** Which action of which service is called, from the request as the SDK signs it. */

import { services } from '../calls/actions.ts';
import { readForm } from './form.ts';
import { type Bag, textOf } from './json.ts';
import { AwsRefusal, unsupported } from './refusal.ts';

/** `Credential=<access key>/<date>/<region>/<service>/aws4_request`; the signature itself is not checked. */
export function scopeOf(headers: Headers): Scope {
  const found = /Credential=([^/]+)\/\d+\/([^/]+)\/([^/]+)\/aws4_request/.exec(String(headers['authorization'] ?? ''));
  const [, accessKey, region, service] = found ?? [];
  if (!accessKey || !region || !service)
    throw new AwsRefusal('MissingAuthenticationToken', 'Missing Authentication Token', 403);
  if (!services[service]) throw unsupported(`the service ${service}: it has ${Object.keys(services).join(', ')}`);
  return { accessKey, region, service };
}

export interface Request {
  readonly action: string;
  readonly params: Bag;
}

/** `/v1/submitjob` is SubmitJob. */
function restAction(service: string, path: string): string {
  const name = path.split('/').at(-1)?.toLowerCase();
  return Object.keys(services[service]?.actions ?? {}).find((action) => action.toLowerCase() === name) ?? path;
}

export function requestOf(service: string, headers: Headers, body: string, path: string): Request {
  if (services[service]?.protocol === 'rest')
    return { action: restAction(service, path), params: JSON.parse(body || '{}') as Bag };
  if (services[service]?.protocol === 'json') {
    const action = String(headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    return { action, params: JSON.parse(body || '{}') as Bag };
  }
  const { Action: action, Version: _version, ...params } = readForm(body);
  return { action: textOf(action) ?? '', params };
}
