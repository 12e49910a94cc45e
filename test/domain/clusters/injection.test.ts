import { describe, expect, it } from 'vitest';
import { injectedEdits } from '../../../src/domain/clusters/injected-edits.ts';
import { clusterWarnings, injectionOf } from '../../../src/domain/clusters/injection.ts';
import type { ClusterKeys } from '../../../src/domain/credentials/ports.ts';
import { ProviderFailedError } from '../../../src/foundation/errors.ts';
import { processTemplate } from '../../../src/tosca/process.ts';
import type { Topology } from '../../../src/tosca/topology.ts';
import { sampleDeployment } from '../../http/samples.ts';
import { noImports } from '../../tosca/fixtures.ts';
import { clusterTemplate } from './cluster-template.ts';

const topologyOf = async (text: string): Promise<Topology> => {
  const processed = await processTemplate(text, { inputs: { pin: 'hunter2' }, imports: noImports });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  return processed.topology;
};

const all = ['deployment_id', 'orchestrator_url', 'iam_access_token', 'iam_clues_client_id', 'iam_clues_client_secret'];
const origin = { serviceUrl: 'https://toscanini.example/v1', email: 'olga@example.org' };
const deployment = sampleDeployment({ origin });
const whole: ClusterKeys = { accessToken: 'the-token', client: { id: 'clues', secret: 'the-secret' } };
const giving = (keys: ClusterKeys | undefined) => ({ lacking: () => 'nothing' as const, issue: async () => keys });

describe('what is written into the nodes of a cluster', () => {
  it('is the deployment, the service, the keys, and tags beside those of the template', async () => {
    const injection = injectionOf(await topologyOf(clusterTemplate()));
    expect(injection).toEqual({
      clusters: [{ node: 'elastic', takes: all }],
      tagged: [
        { node: 'server', tags: { team: 'physics' } },
        { node: 'lrms_wn', tags: {} },
      ],
    });
    const own = { PAAS_URL: origin.serviceUrl, PAAS_DEP_UUID: deployment.id, PAAS_DEP_USER_EMAIL: origin.email };
    const { edits } = await injectedEdits(giving(whole), deployment, injection);
    expect(edits.map(({ node, path, value }) => [node, path.join('.'), value])).toEqual([
      ['elastic', 'properties.deployment_id', deployment.id],
      ['elastic', 'properties.orchestrator_url', 'https://toscanini.example/v1'],
      ['elastic', 'properties.iam_access_token', 'the-token'],
      ['elastic', 'properties.iam_clues_client_id', 'clues'],
      ['elastic', 'properties.iam_clues_client_secret', 'the-secret'],
      ['server', 'properties.tags', { team: 'physics', ...own }],
      ['lrms_wn', 'properties.tags', own],
    ]);
  });

  it('is what there is of it', async () => {
    const injection = injectionOf(await topologyOf(clusterTemplate()));
    const names = async (keys: ClusterKeys | undefined, of = deployment) =>
      (await injectedEdits(giving(keys), of, injection)).edits.flatMap(({ node, path }) =>
        node === 'elastic' ? [path.at(-1)] : [],
      );
    expect(await names({ accessToken: 'the-token' })).toEqual(all.slice(0, 3));
    expect(await names(undefined)).toEqual(all.slice(0, 2));
    const { origin: _, ...earlier } = deployment;
    expect(await names(undefined, earlier as typeof deployment)).toEqual(['deployment_id']);
    expect((await injectedEdits(giving(whole), deployment)).edits).toEqual([]);
  });

  it('is no key for a cluster that calls the Infrastructure Manager itself, nor a tag where the tags are secret', async () => {
    const other = await topologyOf(clusterTemplate('\n        powermanager_plugin: im'));
    expect(injectionOf(other).clusters).toEqual([]);
    const tagged = clusterTemplate()
      .replace('topology_template:', 'topology_template:\n  inputs: { pin: { type: string } }')
      .replace('team: physics', 'team: { get_input: pin }');
    expect(injectionOf(await topologyOf(tagged)).tagged.map(({ node }) => node)).toEqual(['lrms_wn']);
  });

  it('is in no error of what sends it', async () => {
    const injection = injectionOf(await topologyOf(clusterTemplate()));
    const { sending } = await injectedEdits(giving(whole), deployment, injection);
    const refused = sending(() => Promise.reject(new ProviderFailedError('iam_access_token: the-token is too long')));
    await expect(refused).rejects.toThrow(new ProviderFailedError('iam_access_token: ******** is too long'));
  });
});

describe('a cluster that will not scale', () => {
  const { issuer } = deployment.createdBy;
  const { serviceUrl } = origin;

  it.each([
    [{ lacking: 'nothing', serviceUrl }, undefined],
    [{ lacking: 'client', serviceUrl }, 'will scale only until its first access token expires'],
    [{ lacking: 'exchange', serviceUrl }, `this service may not act for users of ${issuer}`],
    [{ lacking: 'nothing', serviceUrl: undefined }, 'before the service kept its own address'],
  ] as const)('is told of: %j', async (hindrance, message) => {
    const { nodes } = await topologyOf(clusterTemplate());
    const warnings = clusterWarnings(nodes, { issuer, ...hindrance });
    expect(warnings).toEqual(
      message === undefined
        ? []
        : [
            expect.objectContaining({
              severity: 'warning',
              path: 'topology_template.node_templates.elastic',
              message: expect.stringMatching(new RegExp(`^the cluster elastic .*${message.replaceAll('.', '\\.')}`)),
            }),
          ],
    );
  });

  it('is none that does not call this service', async () => {
    const { nodes } = await topologyOf(clusterTemplate('\n        powermanager_plugin: im'));
    expect(clusterWarnings(nodes, { issuer, lacking: 'exchange', serviceUrl })).toEqual([]);
  });
});
