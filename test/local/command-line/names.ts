/** What is tried with the service of command-line.test.ts: deployments with names, and what is around one. */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { call, type Ended } from '../../cli/called.ts';
import { eventually } from '../../support/eventually.ts';

const example = 'examples/web-server.yaml';

export interface Tried {
  readonly toscanini: (...args: readonly string[]) => Promise<Ended>;
  readonly env: () => Readonly<Record<string, string>>;
  readonly urls: () => { readonly url: string };
}

export const deploymentsWithNames = ({ toscanini, env, urls }: Tried): void => {
  describe('a deployment with a name', () => {
    it('is made by up the first time, and updated when something has changed', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'shop-'));
      cpSync(example, join(folder, 'web.yaml'));
      const name = basename(folder);
      const up = (...args: readonly string[]) => toscanini('up', join(folder, 'web.yaml'), ...args);
      expect(await up('--dry-run')).toMatchObject({ code: 0, out: expect.stringContaining('1. ') });
      expect(await up()).toMatchObject({ code: 0, out: expect.stringContaining('CREATE_COMPLETE') });
      expect(await up()).toMatchObject({ code: 0, out: '  nothing changes\n' });
      expect(await up('-i', 'web_memory=2 GB')).toMatchObject({ code: 2, out: expect.stringContaining('1 GB → 2 GB') });
      const callback = 'https://told.invalid/here';
      expect(await up('-i', 'web_memory=2 GB', '--callback', callback, '--yes')).toMatchObject({
        out: expect.stringMatching(/UPDATE_COMPLETE/),
      });
      expect((await toscanini('inputs', name)).out).toMatch(/^web_memory +2 GB/m);
      expect(JSON.parse((await toscanini('show', name, '--json')).out)).toMatchObject({ callback });
      const nowhere = await up('--yes', '-i', 'web_memory=4 GB', '--group', 'nobody');
      expect(nowhere).toMatchObject({ code: 5, error: expect.stringContaining('which no update changes') });
      expect((await toscanini('show', name)).out).toContain(`name      ${name}`);
      const id = (await toscanini('ls', '--name', name, '-q')).out.trim();
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect((await toscanini('open', name)).out).toBe(`${urls().url}/ui/deployments/${id}\n`);
      expect(await toscanini('__nothing')).toMatchObject({ code: 2 });
      expect((await call(['delete', name, id.slice(-8)], { env: env(), answer: false })).questions).toEqual([
        `Delete ${name} …${id.slice(-8)}?`,
      ]);
      expect((await toscanini('delete', name, '--yes')).code).toBe(0);
      rmSync(folder, { recursive: true });
    });

    it('is refused where two have it, and where a folder does not say which template is meant', async () => {
      await toscanini('deploy', example, '--name', 'twice', '--detach');
      expect(await toscanini('deploy', example, '--name', 'twice', '--detach')).toMatchObject({
        code: 5,
        error: expect.stringContaining('--another'),
      });
      expect((await toscanini('deploy', example, '--name', 'twice', '--another', '--detach')).code).toBe(0);
      expect(await toscanini('show', 'twice')).toMatchObject({
        code: 2,
        error: expect.stringContaining('2 deployments'),
      });
      const again = await toscanini('up', example, '--name', 'twice');
      expect(again).toMatchObject({
        code: 5,
        error: expect.stringContaining('2 of your deployments are called twice'),
      });
      expect(await toscanini('up', '-')).toMatchObject({ code: 2, error: expect.stringContaining('add --name') });
      const nowhere = await toscanini('up');
      expect(nowhere).toMatchObject({ code: 2, error: expect.stringContaining('there is no template in this folder') });
    });

    it('comes from the catalog, shows its graph, and has no jobs', async () => {
      expect((await toscanini('catalog', 'list', '-o', 'name')).out).toContain('catalog:cluster\n');
      const { out: list } = await toscanini('catalog', 'list');
      expect(list).toMatch(/^NAME +DESCRIPTION\n/);
      expect(list).toMatch(/^cluster +A Slurm cluster/m);
      expect(list).toMatch(/^web-server +Web server with a database: Two virtual machines/m);
      expect((await toscanini('catalog', 'show', 'catalog:cluster')).out).toMatch(/workers +integer +2/);
      expect((await toscanini('catalog', 'template', 'web-server')).out).toBe(readFileSync(example, 'utf8'));
      expect(await toscanini('catalog', 'show', 'none')).toMatchObject({ code: 4 });
      expect((await toscanini('deploy', 'catalog:cluster', '--name', 'slurm')).code).toBe(0);
      expect((await toscanini('graph', 'slurm')).out).toBe(
        [
          '✔ front_end_server  running  Compute',
          '└ ✔ front_end  running  Slurm',
          '✔ worker_server ×2  2/2 running  Compute',
          '└ ✔ worker  running  Slurm',
          '',
        ].join('\n'),
      );
      expect((await toscanini('graph', 'slurm', '--dot')).out).toContain('"worker" -> "worker_server" [label="host"];');
      const { out: flowchart } = await toscanini('graph', 'slurm', '--mermaid');
      const [, worker] = /(n\d+)\["worker(?: ×\d+)?<br/.exec(flowchart) ?? [];
      const [, server] = /(n\d+)\["worker_server(?: ×\d+)?<br/.exec(flowchart) ?? [];
      expect(flowchart).toContain(`${worker} -- "host" --> ${server}`);
      expect((await toscanini('jobs', 'slurm')).out).toBe('this deployment has no jobs\n');
      // a private key is in a credential: a screen shows none
      const shown = await toscanini('show', 'slurm');
      expect(shown.out).toMatch(/front_end_credential +••••/);
      expect(shown.out).not.toContain('PRIVATE KEY');
      const node = await toscanini('show', 'slurm', 'front_end_server');
      expect(node.out).toMatch(/^net_interface\.1\.ip +198\./m);
      expect(node.out).not.toContain('PRIVATE KEY');
      expect((await toscanini('output', 'slurm', 'front_end_credential')).out).toContain('PRIVATE KEY');
    });
  });

  describe('completion', () => {
    it('proposes names, and ends of ids where a name is a sentence', async () => {
      await toscanini('deploy', example, '--name', 'proposed');
      const { out } = await toscanini('deploy', example);
      const [, end = ''] = /^✔ [0-9a-f-]*([0-9a-f]{8})\b/m.exec(out) ?? [];
      const completed = () =>
        spawnSync(process.execPath, ['cli/toscanini.mjs', '__complete', 'show', ''], {
          encoding: 'utf8',
          env: { PATH: process.env['PATH'], ...env() },
        }).stdout.split('\n');
      // a shell is told nothing of a service that takes longer than two seconds, as on a busy machine
      await eventually(async () =>
        expect(await completed()).toEqual(expect.arrayContaining(['@last', 'proposed', end])),
      );
    });
  });
};
