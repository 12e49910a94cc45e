import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox } from '../../../../local/sandbox/start.ts';
import { type Bench, bucket, refusal, startBench, template, whole } from './bench.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'toscanini-aws-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const within = async <T>(use: (bench: Bench) => Promise<T>): Promise<T> => {
  const bench = await startBench({ directory });
  try {
    return await use(bench);
  } finally {
    await bench.stop();
  }
};

describe('the clouds', () => {
  it('go on after a restart in the middle of an operation', async () => {
    const id = await within(async (bench) => {
      const { StackId = '' } = await bench.create('one', whole);
      bench.pass(10);
      await bench.stack(StackId);
      return StackId;
    });
    await within(async (bench) => {
      bench.pass(600);
      expect((await bench.stack(id)).StackStatus).toBe('CREATE_COMPLETE');
      expect(await bench.things()).toHaveLength(5);
      await bench.cloudFormation.deleteStack({ StackName: id });
      bench.pass(600);
      expect((await bench.stack(id)).StackStatus).toBe('DELETE_COMPLETE');
    });
    await within(async (bench) => {
      expect(await bench.things()).toEqual([]);
    });
  });

  it('forget everything when they are told to', async () => {
    await within(async (bench) => {
      await bench.create('one', whole);
      await bench.control('DELETE');
    });
    await within(async (bench) => {
      expect(await refusal(bench.stack('one'))).toMatch(/does not exist$/);
    });
  });
});

describe('a template by its address', () => {
  it('is read from this machine, up to 1 MB, and from nowhere else', async () => {
    const large = template({ A: { ...bucket, Metadata: 'x'.repeat(60_000) } });
    const store = createServer((request, reply) => {
      if (request.url === '/bucket/there') return reply.end(JSON.stringify(large));
      if (request.url === '/bucket/huge') return reply.end('x'.repeat(1_048_577));
      return reply.writeHead(403).end();
    }).listen(0, '127.0.0.1');
    await once(store, 'listening');
    const address = `http://127.0.0.1:${(store.address() as AddressInfo).port}/bucket`;
    await within(async ({ cloudFormation, create }) => {
      const made = (TemplateURL: string) => cloudFormation.createStack({ StackName: 'one', TemplateURL });
      expect(await refusal(create('one', large))).toMatch(
        /'templateBody' failed to satisfy constraint: Member must have length less than or equal to 51200/,
      );
      expect(await refusal(made(`${address}/denied`))).toBe('ValidationError: S3 error: Access Denied');
      expect(await refusal(made(`${address}/huge`))).toMatch(/may not exceed 1048576 bytes/);
      expect(await refusal(made('https://somewhere.else/template'))).toBe(
        'ValidationError: TemplateURL must be a supported URL.',
      );
      await made(`${address}/there`);
    });
    store.close();
  });
});

describe('the sandbox', () => {
  it('has an AWS when it is given a port for it', async () => {
    const sandbox = await startSandbox({ imPort: 0, issuerPort: 0, awsPort: 0 });
    const answer = await fetch(`${sandbox.awsUrl}/_sandbox/aws`);
    expect(((await answer.json()) as { pace: number }).pace).toBe(0.2);
    await sandbox.stop();
    const without = await startSandbox({ imPort: 0, issuerPort: 0 });
    expect(without.awsUrl).toBeUndefined();
    await without.stop();
  });
});
