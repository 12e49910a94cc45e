import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorsEndpoint, openOperatorsEndpoint } from '../../../local/operators/operators-endpoint.ts';

let endpoint: OperatorsEndpoint;
let invoked = 0;
beforeAll(async () => {
  const doctor = { arn: 'arn:doctor', entry: 'functions/operators/doctor.ts' };
  const invoke = async () => {
    invoked += 1;
    return 'well';
  };
  endpoint = await openOperatorsEndpoint({ functions: [doctor] as never }, { invoke });
});
afterAll(() => endpoint.stop());

const post = (headers: Readonly<Record<string, string>>): Promise<readonly [number | undefined, unknown]> =>
  new Promise((resolve, reject) => {
    const sent = request(`${endpoint.url}/doctor`, { method: 'POST', headers }, async (answer) =>
      resolve([answer.statusCode, JSON.parse(await text(answer))]),
    );
    sent.on('error', reject);
    sent.end();
  });

describe('the address for operators', () => {
  it('answers commands of this machine', async () => {
    expect(await post({})).toEqual([200, 'well']);
    expect(await post({ host: 'localhost:1234' })).toEqual([200, 'well']);
  });

  it.each([
    ['a page of another site', { origin: 'https://elsewhere.example' }],
    ['a page without a site', { origin: 'null' }],
    ['a page whose name has the address 127.0.0.1', { host: 'elsewhere.example' }],
  ])('refuses %s, and runs nothing', async (_, headers) => {
    const before = invoked;
    expect((await post(headers))[0]).toBe(403);
    expect(invoked).toBe(before);
  });
});
