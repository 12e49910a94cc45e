import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awsBatch } from '../../../src/adapters/batch/batch.ts';
import { ProviderUnavailableError } from '../../../src/foundation/errors.ts';

describe('an answer of Batch without its list', () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('content-type', 'application/json');
    response.end('{}');
  });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  const deployer = () =>
    awsBatch({
      clock: { now: () => new Date(0) },
      clients: {
        endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
        maxAttempts: 1,
      },
      accountOf: () => ({ region: 'eu-west-1', logGroup: '/aws/batch/job' }),
    })('queue');

  it('is no infrastructure that is gone, and no empty list: the jobs may still run', async () => {
    await expect(deployer().status('toscanini-1')).rejects.toThrow(ProviderUnavailableError);
    await expect(deployer().find('toscanini-1')).rejects.toThrow(ProviderUnavailableError);
    await expect(deployer().list()).rejects.toThrow(ProviderUnavailableError);
    await expect(deployer().destroy('toscanini-1')).rejects.toThrow(ProviderUnavailableError);
    expect(new Set(asked)).toEqual(new Set(['/v1/describejobdefinitions']));
  });
});
