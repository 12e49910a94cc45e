import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusePlaceholders } from '../../../lib/configuration/placeholders.ts';
import shipped from '../../../toscanini.config.ts';
import whole from '../../fixtures/installation.config.ts';

const root = join(import.meta.dirname, '../../..');

/** The app as the CDK's command line runs it; `bundled`: to deploy, or only for the names of its stacks. */
const run = (file: string, bundled: boolean) => {
  const folder = mkdtempSync(join(tmpdir(), 'toscanini-placeholders-'));
  const context = bundled ? {} : { 'aws:cdk:bundling-stacks': [] };
  const { status, stderr } = spawnSync(process.execPath, ['bin/toscanini.ts'], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      TOSCANINI_CONFIG: file,
      CDK_CONTEXT_JSON: JSON.stringify(context),
      CDK_OUTDIR: join(folder, 'cdk.out'),
    },
  });
  rmSync(folder, { recursive: true });
  return { status, stderr };
};

describe('placeholders', () => {
  it('are not in the shipped configuration', () => {
    expect(() => refusePlaceholders(shipped)).not.toThrow();
  });

  it('end a synthesis for a deployment, and not one that only names the stacks or is for a laptop', () => {
    const file = join(root, 'test/fixtures/placeholders.config.ts');
    const { status, stderr } = run(file, true);
    expect(status).not.toBe(0);
    expect(stderr).toContain(
      '"https://im.example.org" is a name reserved for examples: replace it with your own, or leave it out',
    );
    expect(run(file, false)).toMatchObject({ status: 0 });
  });

  it.each([
    ['mail', { alarms: { email: 'team@example.com' } }],
    [
      'a domain',
      { customDomain: { name: 'api.example.net', certificateArn: 'arn:aws:acm:eu-south-1:210987654321:x' } },
    ],
    ['a port', { services: { slam_url: 'https://slam.test:8443/x' } }],
    ['a path', { publicBaseUrl: 'https://toscanini.invalid/v1' }],
    ['an account', { account: '123456789012' }],
    ['an account in an ARN', { webAcl: 'arn:aws:wafv2:eu-south-1:111122223333:regional/webacl/team/1' }],
    ['a placeholder', { vaultRole: '<role>' }],
    ['another place left open', { vaultRole: 'changeme' }],
    ['a key', { files: { readers: { 'bucket.example.org': ['physics'] } } }],
  ])('are found wherever they stand: %s', (_, more) => {
    expect(() => refusePlaceholders({ ...whole, ...more })).toThrow('still has placeholders');
  });

  it.each([
    'https://example.org.au/',
    'https://counterexample.com/',
    'https://latest.cern.ch/',
    'https://test.infn.it/',
    'https://examples.physics.internal/test',
  ])('are not seen where there are none: %s', (publicBaseUrl) => {
    expect(() => refusePlaceholders({ ...whole, publicBaseUrl })).not.toThrow();
  });
});
