import { describe, expect, it, vi } from 'vitest';
import { injectedEdits } from '../../../src/domain/clusters/injected-edits.ts';
import { clusterWarnings, injectionOf } from '../../../src/domain/clusters/injection.ts';
import type { ClusterKeys } from '../../../src/domain/credentials/ports.ts';
import { ProviderFailedError } from '../../../src/foundation/errors.ts';
import { log, logging } from '../../../src/foundation/log.ts';
import { processTemplate } from '../../../src/tosca/process.ts';
import type { Json, Topology } from '../../../src/tosca/topology.ts';
import { sampleDeployment } from '../../http/samples.ts';
import { noImports } from '../../tosca/fixtures.ts';
import { node } from '../providers/asking.ts';
import { clusterTemplate } from './cluster-template.ts';

const topologyOf = async (text: string): Promise<Topology> => {
  const processed = await processTemplate(text, { inputs: { pin: 'hunter2' }, imports: noImports });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  return processed.topology;
};

const cluster = (properties: { readonly [name: string]: Json }) =>
  node('elastic', 'tosca.nodes.indigo.ElasticCluster', properties);

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

  it('has for a cluster only what its type takes', () => {
    const nodes = [cluster({ iam_access_token: 'x', iam_clues_client_id: 'x', other: 'x' })];
    expect(injectionOf({ nodes, secrets: [] }).clusters).toEqual([
      { node: 'elastic', takes: ['iam_access_token', 'iam_clues_client_id'] },
    ]);
  });

  it.each<[string, Json | undefined]>([
    ['no tags', undefined],
    ['null', null],
    ['a list', ['physics']],
    ['a text', 'physics'],
    ['a value that only the deployment knows', { get_attribute: ['web', 'tags'] }],
  ])('has no tags for a machine that has %s: its own would be lost', (_, tags) => {
    const web = node('web', 'tosca.nodes.indigo.Compute', { ...(tags !== undefined && { tags }) });
    expect(injectionOf({ nodes: [web], secrets: [] }).tagged).toEqual([]);
  });

  it('has no tags for machines whose type knows none', () => {
    const web = node('web', 'tosca.nodes.Compute', { tags: { team: 'physics' } });
    expect(injectionOf({ nodes: [web], secrets: [] }).tagged).toEqual([]);
  });

  it.each([
    [['nodes', '0', 'properties', 'tags', 'team'], []],
    [['nodes', '0', 'properties', 'password'], ['web']],
    [['nodes', '1', 'properties', 'tags'], ['web']],
    [['outputs', '0', 'value', 'tags'], ['web']],
  ])('has tags beside those of the template unless these are secret: %j', (at, tagged) => {
    const web = node('web', 'tosca.nodes.indigo.Compute', { tags: { team: 'physics' } });
    const injection = injectionOf({ nodes: [web], secrets: [{ at, is: 'secret' }] });
    expect(injection.tagged.map((one) => one.node)).toEqual(tagged);
  });

  it('has only the id of a deployment whose origin nobody knows, and no mail address that a token did not have', async () => {
    const injection = { clusters: [], tagged: [{ node: 'web', tags: {} }] };
    const tags = async (of: Pick<typeof deployment, 'id' | 'createdBy' | 'origin'>) =>
      (await injectedEdits(giving(whole), of, injection)).edits[0]?.value;
    const { id, createdBy } = deployment;
    expect(await tags({ id, createdBy })).toStrictEqual({ PAAS_DEP_UUID: id });
    const { serviceUrl } = origin;
    expect(await tags({ id, createdBy, origin: { serviceUrl } })).toStrictEqual({
      ...{ PAAS_URL: serviceUrl, PAAS_DEP_UUID: id },
    });
  });

  it('asks for keys in the name of the owner, and only for clusters', async () => {
    const issuers: string[] = [];
    const credentials = {
      ...giving(whole),
      issue: async (issuer: string) => {
        issuers.push(issuer);
        return whole;
      },
    };
    await injectedEdits(credentials, deployment, { clusters: [], tagged: [{ node: 'web', tags: {} }] });
    expect(issuers).toEqual([]);
    await injectedEdits(credentials, deployment, injectionOf(await topologyOf(clusterTemplate())));
    expect(issuers).toEqual([deployment.createdBy.issuer]);
  });

  it('is in no line of the log while it is sent', async () => {
    const lines = vi.spyOn(console, 'log').mockReturnValue();
    const injection = injectionOf(await topologyOf(clusterTemplate()));
    const { sending } = await injectedEdits(giving(whole), deployment, injection);
    const sent = await logging({}, () =>
      sending(async () => {
        log('INFO', 'sent', { what: 'with the-token and the-secret of clues' });
        return 'sent';
      }),
    );
    expect([sent, `${lines.mock.calls[0]?.[0]}`]).toEqual([
      'sent',
      expect.stringContaining('with ******** and ******** of clues'),
    ]);
    lines.mockRestore();
  });

  it('changes no error where there are no keys', async () => {
    const { sending } = await injectedEdits(giving(undefined), deployment);
    const error = new ProviderFailedError('the-token is too long');
    await expect(sending(() => Promise.reject(error))).rejects.toBe(error);
    expect(error.message).toBe('the-token is too long');
  });

  it('passes on what is thrown that is no error', async () => {
    const injection = injectionOf(await topologyOf(clusterTemplate()));
    const { sending } = await injectedEdits(giving(whole), deployment, injection);
    await expect(sending(() => Promise.reject('a text'))).rejects.toBe('a text');
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
