import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { route } from '../../../functions/http/ui/page.ts';
import type { Login } from '../../../src/http/service/logins.ts';

const dashboard = new Map([
  ['index.html', '<html><base href="/ui/"></html>'],
  ['icon.svg', '<svg/>'],
  ['assets/main-ABC.js', 'run()'],
]);

interface Asked {
  readonly proxy?: string;
  readonly publicPath?: string;
  readonly headers?: Record<string, string>;
  readonly logins?: readonly Login[];
  readonly publicBaseUrl?: string;
  readonly files?: ReadonlyMap<string, string>;
}

const get = async ({ proxy, publicPath, headers = {}, logins = [], publicBaseUrl, files = dashboard }: Asked = {}) => {
  const handler = route({ dashboard: files, logins, publicBaseUrl });
  const event = {
    httpMethod: 'GET',
    resource: proxy === undefined ? '/ui' : '/ui/{proxy+}',
    pathParameters: proxy === undefined ? null : { proxy },
    headers,
    requestContext: {
      domainName: 'api.example.org',
      path: publicPath ?? `/ui${proxy === undefined ? '' : `/${proxy}`}`,
    },
  } as unknown as APIGatewayProxyEvent;
  return handler(event, {} as Context);
};

describe('the dashboard', () => {
  it('is one page for every address without a dot, checked for a newer version each time', async () => {
    for (const proxy of [undefined, 'deployments', 'deployments/4711/log']) {
      const { statusCode, body, headers } = await get(proxy === undefined ? {} : { proxy });
      expect(statusCode).toBe(200);
      expect(body).toContain('<base href="/ui/">');
      expect(headers).toMatchObject({ 'Content-Type': 'text/html;charset=utf-8', 'Cache-Control': 'no-cache' });
    }
  });

  it('knows its address below a stage, also where a segment of it holds an encoded slash', async () => {
    const { body } = await get({ proxy: 'deployments/a%2Fb', publicPath: '/prod/ui/deployments/a%2Fb' });
    expect(body).toContain('<base href="/prod/ui/">');
  });

  it('is not sent again to a browser that has it, and keeps its policy', async () => {
    const tag = `${(await get()).headers?.['ETag']}`;
    const again = await get({ headers: { 'If-None-Match': tag } });
    expect(again).toMatchObject({ statusCode: 304, body: '' });
    expect(again.headers).toMatchObject({ 'Cache-Control': 'no-cache' });
    expect(again.headers?.['Content-Security-Policy']).toContain("default-src 'none'");
  });

  it('knows where it is mounted, however long the address is', async () => {
    for (const proxy of [undefined, 'about', 'deployments/4711/log']) {
      const rest = proxy === undefined ? '' : `/${proxy}`;
      const { body } = await get({ ...(proxy && { proxy }), publicPath: `/prod/ui${rest}` });
      expect(body).toContain('<base href="/prod/ui/">');
    }
    expect((await get({ publicBaseUrl: 'https://example.org/clouds' })).body).toContain('<base href="/clouds/ui/">');
  });

  it('writes nothing of the address into the page that could be markup', async () => {
    const { body } = await get({ proxy: 'x', publicPath: '/"><script>alert(1)</script>/ui/x' });
    expect(body).not.toContain('<script>');
  });

  it('lets browsers keep files whose names hold a hash for ever, and no others', async () => {
    const hashed = await get({ proxy: 'assets/main-ABC.js' });
    expect(hashed).toMatchObject({ statusCode: 200, body: 'run()' });
    expect(hashed.headers).toMatchObject({
      'Content-Type': 'text/javascript;charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
    expect((await get({ proxy: 'icon.svg' })).headers).toMatchObject({
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'no-cache',
    });
  });

  it('has no other files: not those of an older release, nor any of the disk', async () => {
    for (const proxy of ['assets/main-OLD.js', '../package.json', 'assets/../../package.json'])
      expect((await get({ proxy })).statusCode).toBe(404);
    expect((await get({ files: new Map() })).body).toContain('npm start builds it');
  });

  it('may connect to this API and to the issuers, and load nothing that is inline or of anybody else', async () => {
    const logins = [
      { issuer: 'https://iam.example.org/realm', name: 'IAM', clientId: 'c', scope: 'openid' },
      { issuer: 'https://a.example', name: 'A', clientId: 'c', scope: 'openid', origins: ['https://tokens.a.example'] },
    ];
    expect((await get({ logins })).headers?.['Content-Security-Policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self' https://iam.example.org https://a.example https://tokens.a.example; worker-src 'self'; " +
        "base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
    );
  });

  it('asks for TLS only where the installation has a name of its own with it', async () => {
    expect((await get()).headers?.['Strict-Transport-Security']).toBeUndefined();
    expect((await get({ publicBaseUrl: 'https://a.example' })).headers?.['Strict-Transport-Security']).toMatch(
      /max-age/,
    );
  });
});
