import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { StackOffer } from '../../../src/domain/providers/stack-offer.ts';
import { stackOf, translated } from './translated.ts';

/** One machine that runs an operation, and one that runs nothing. */
const nodes = `app:
  type: tosca.nodes.SoftwareComponent
  requirements: [{host: busy}]
  interfaces:
    Standard:
      create:
        implementation: |
          #!/bin/bash
          echo made
busy: {type: tosca.nodes.Compute}
plain: {type: tosca.nodes.Compute}`;

const onDebian = 'capabilities: {os: {properties: {type: linux, distribution: debian}}}';

const profilesWith = async (more: Partial<StackOffer>) => {
  const { resources } = await stackOf(nodes, { offer: { region: 'eu-west-1', ...more } });
  return Object.fromEntries(
    Object.values(resources)
      .filter(({ Type }) => Type === 'AWS::EC2::Instance')
      .map(({ Metadata, Properties }) => [nodeOf(Metadata), Properties['IamInstanceProfile']]),
  );
};

const nodeOf = (metadata: unknown): string =>
  v.parse(v.object({ toscanini: v.object({ node: v.string() }) }), metadata).toscanini.node;

describe('the instance profile of a machine', () => {
  it('is that of the agent where operations run, and none elsewhere', async () => {
    expect(await profilesWith({ agentProfile: 'agents' })).toEqual({ busy: 'agents', plain: undefined });
  });

  it('is the one of every machine, where the configuration names one', async () => {
    expect(await profilesWith({ agentProfile: 'agents', instanceProfile: 'team' })).toEqual({
      busy: 'team',
      plain: 'team',
    });
  });

  it('is missing: the provider is dropped, and says what it needs', async () => {
    const { translation } = await translated(nodes, { offer: { region: 'eu-west-1' } });
    expect(translation).toMatchObject({
      ok: false,
      reasons: [
        expect.stringMatching(
          /^node busy \(tosca\.nodes\.Compute\) runs operations, .+ needs an instanceProfile or agentProfile/,
        ),
      ],
    });
  });

  it('helps nothing where the image has no agent: the provider is dropped, and says what to ask for', async () => {
    const debian = nodes.replace('busy: {type: tosca.nodes.Compute}', `busy: {type: tosca.nodes.Compute, ${onDebian}}`);
    const { translation } = await translated(debian, { offer: { region: 'eu-west-1', agentProfile: 'agents' } });
    expect(translation).toMatchObject({
      ok: false,
      reasons: [
        expect.stringMatching(
          /^node busy .+ the public image of debian 12 x86_64 has no agent of Systems Manager: ask for ubuntu/,
        ),
      ],
    });
    const plain = `plain: {type: tosca.nodes.Compute, ${onDebian}}`;
    expect((await translated(plain)).translation.ok).toBe(true);
  });
});
