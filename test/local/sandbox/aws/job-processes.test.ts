import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { JobProcesses } from '../../../../local/sandbox/aws/batch/processes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toscanini-job-processes-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

it('finds the Node of the sandbox, and not the first of the path, which may be too old for it', async () => {
  writeFileSync(join(folder, 'node'), '#!/bin/sh\necho too old\n', { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
  const jobs = new JobProcesses(folder);
  const code = await new Promise<number>((ended) =>
    jobs.start(
      { stream: 'one', image: 'busybox', command: ['/bin/sh', '-c', 'node --version'], environment: {} },
      ended,
    ),
  );
  expect(code).toBe(0);
  expect(jobs.log('one')).toContain(process.version);
});
