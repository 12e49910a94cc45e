import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proxyEvent } from '../../../local/gateway/event.ts';
import { router } from '../../../local/gateway/routing.ts';
import type { ApiMethod } from '../../../local/template/cloud.ts';

const method = (path: string, name = 'GET'): ApiMethod => ({
  resourceId: `${name} ${path}`,
  path,
  method: name,
  target: { functionArn: 'f' },
});
const find = router([
  method('/deployments'),
  method('/deployments/{deployment_id}'),
  method('/deployments/{deployment_id}', 'ANY'),
  method('/deployments/{deployment_id}/resources/{resource_id}'),
  method('/deployments/latest'),
]);

describe('the router', () => {
  it('gives the parameters as they are encoded in the path, whatever they are', () => {
    const segment = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(segment, segment, (deployment_id, resource_id) => {
        const [one, other] = [encodeURIComponent(deployment_id), encodeURIComponent(resource_id)];
        const path = `/deployments/${one}/resources/${other}`;
        for (const asked of [path, `${path}/`])
          expect(find('GET', asked)?.pathParameters).toEqual({ deployment_id: one, resource_id: other });
      }),
    );
  });

  it('gives a greedy parameter all segments that are left, at least one, unless something more specific fits', () => {
    const greedy = router([method('/ui'), method('/ui/{proxy+}'), method('/ui/about'), method('/ui/{one}/two')]);
    expect(greedy('GET', '/ui/')?.method.path).toBe('/ui');
    expect(greedy('GET', '/ui/assets/a%20b.js')).toMatchObject({ pathParameters: { proxy: 'assets/a%20b.js' } });
    expect(greedy('GET', '/ui/about')?.method.path).toBe('/ui/about');
    expect(greedy('GET', '/ui/x/two')).toMatchObject({ pathParameters: { one: 'x' } });
    expect(greedy('GET', '/ui/x/three')).toMatchObject({ pathParameters: { proxy: 'x/three' } });
  });

  it('never finds a method of another path, and throws for nothing but bad percent-encoding', () => {
    fc.assert(
      fc.property(fc.webPath(), (path) => {
        const found = find('GET', path);
        if (found) expect(path.replace(/\/$/, '').split('/')).toHaveLength(found.method.path.split('/').length);
      }),
    );
  });

  it('prefers a literal to a parameter, and a method of its own to ANY', () => {
    expect(find('GET', '/deployments/latest')?.method.path).toBe('/deployments/latest');
    expect(find('GET', '/deployments/x')?.method.method).toBe('GET');
    expect(find('DELETE', '/deployments/x')?.method.method).toBe('ANY');
  });
});

describe('the event', () => {
  it('keeps every query parameter in order, and shows the last of each name', () => {
    const name = fc.constantFrom('a', 'b', 'size', '__proto__');
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string({ unit: 'grapheme' }))), (pairs) => {
        const match = find('GET', '/deployments');
        if (!match) throw new Error('no match');
        const socket = { remoteAddress: '127.0.0.1', localPort: 80 } as never;
        const event = proxyEvent(
          {
            request: { method: 'GET', rawHeaders: [], socket },
            path: '/deployments',
            query: new URLSearchParams(pairs).toString(),
            body: Buffer.alloc(0),
            receivedAt: new Date(0),
          },
          match,
        );
        for (const [key] of pairs) {
          const values = pairs.filter(([other]) => other === key).map(([, value]) => value.toWellFormed());
          expect(Object.getOwnPropertyDescriptor(event.multiValueQueryStringParameters, key)?.value).toEqual(values);
          expect(Object.getOwnPropertyDescriptor(event.queryStringParameters, key)?.value).toBe(values.at(-1));
        }
      }),
    );
  });
});
