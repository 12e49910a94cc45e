import { describe, expect, it } from 'vitest';
import { baseUrl, linksFrom } from '../../../src/http/pipeline/links.ts';
import { type Request, readRequest } from '../../../src/http/pipeline/request.ts';
import { context, event } from '../requests.ts';

const request = (more: Partial<Request>): Request => ({
  ...readRequest(event({ resource: '/deployments/{deployment_id}', path: { deployment_id: 'x' } }), context),
  ...more,
});

describe('the base of links', () => {
  it('is the configured one, without a slash at its end', () => {
    expect(baseUrl('https://orchestrator.example/api/', request({}))).toBe('https://orchestrator.example/api');
  });

  it.each([
    ['with the stage of a plain gateway', { publicPath: '/prod/deployments/x' }, 'https://api.example/prod'],
    ['with nothing for a custom domain', { publicPath: '/deployments/x' }, 'https://api.example'],
    ['with the base path of a custom domain', { publicPath: '/paas/v1/deployments/x/' }, 'https://api.example/paas/v1'],
    [
      'with the scheme that a proxy names',
      { headers: { 'x-forwarded-proto': 'http, https' } },
      'http://api.example/prod',
    ],
    [
      'with the Host header where no gateway says its name',
      { domainName: undefined, publicPath: undefined, headers: { host: '127.0.0.1:8080' } },
      'http://127.0.0.1:8080',
    ],
    ['with an IPv6 host', { domainName: '[::1]:8080', publicPath: undefined }, 'https://[::1]:8080'],
    ['never with a host that is none', { domainName: 'evil/"x', publicPath: undefined }, 'https://localhost'],
    ['believing the gateway more than the client', { headers: { host: 'evil.example' } }, 'https://api.example/prod'],
  ] as const)('is that of the request %s', (_, more, base) => {
    expect(baseUrl(undefined, request(more))).toBe(base);
  });
});

describe('links', () => {
  it('are complete addresses', () => {
    const links = linksFrom('https://host/base');
    expect(links.deployment('d')).toBe('https://host/base/deployments/d');
    expect(links.resource('d', 'r')).toBe('https://host/base/deployments/d/resources/r');
  });
});
