import { describe, expect, it } from 'vitest';
import type { Shown } from '../../../src/domain/deployments/record/disclosure.ts';
import {
  dateTime,
  deploymentItem,
  deploymentView,
  describeDeployment,
  embeddedDeployment,
  resourceView,
} from '../../../src/http/deployments/views.ts';
import { linksFrom } from '../../../src/http/pipeline/links.ts';
import { id, sampleDeployment, sampleResource } from '../samples.ts';

const plainly = { createdByEverywhere: false };
const links = linksFrom('https://host');
const self = `https://host/deployments/${id(1)}`;
const shownLinks = [
  { rel: 'self', href: self },
  { rel: 'resources', href: `${self}/resources?type={type}` },
  { rel: 'template', href: `${self}/template` },
];

const plain = {
  uuid: id(1),
  creationTime: '2026-11-20T15:33+0000',
  updateTime: '2026-11-20T15:59+0000',
  status: 'CREATE_COMPLETE',
  outputs: { node_ip: '192.0.2.10', ports: [80, 443] },
  task: 'NONE',
  cloudProviderEndpoint: {},
};

const createdBy = { issuer: 'https://iam.example/', subject: 'olga' };

describe('a date-time', () => {
  it('is UTC to the minute, cut and not rounded', () => {
    expect(dateTime('2026-12-31T23:59:59.999Z')).toBe('2026-12-31T23:59+0000');
    expect(dateTime('2027-01-01T00:30:00+01:00')).toBe('2026-12-31T23:30+0000');
  });
});

describe('a deployment', () => {
  it('is shown without its creator', () => {
    expect(deploymentView(plainly, links, sampleDeployment())).toStrictEqual({ ...plain, links: shownLinks });
  });

  it('shows callback and group when there are any', () => {
    const more = { callback: 'https://client.example/cb', userGroup: 'physics' };
    expect(deploymentView(plainly, links, sampleDeployment(more))).toMatchObject(more);
  });

  it('shows its reason only when it has failed', () => {
    const statusReason = 'out of providers';
    expect(deploymentView(plainly, links, sampleDeployment({ status: 'CREATE_FAILED', statusReason }))).toMatchObject({
      statusReason,
    });
    expect(deploymentView(plainly, links, sampleDeployment({ statusReason }))).not.toHaveProperty('statusReason');
  });

  it('shows creator and group in the details too where the configuration says so, the group even when there is none', () => {
    const fully = { createdByEverywhere: true };
    const shown = { ...plain, createdBy, userGroup: '', links: shownLinks };
    expect(deploymentView(fully, links, sampleDeployment())).toStrictEqual(shown);
    const ofGroup = sampleDeployment({ userGroup: 'physics' });
    expect(deploymentView(fully, links, ofGroup)).toStrictEqual({ ...shown, userGroup: 'physics' });
  });

  it('shows where it stands, in a single answer, a list and a callback, once it stands somewhere', () => {
    const uuid = 'c0ffee00-1111-11ee-8888-0242ac110002';
    const provider = { type: 'OPENSTACK', region: 'north', endpoint: 'https://keystone.example:5000' };
    const deployment = sampleDeployment({ providerId: 'recas', infrastructureId: uuid, provider });
    const views = [
      (one: Shown) => deploymentView(plainly, links, one),
      (one: Shown) => deploymentItem(links, one),
      describeDeployment,
    ];
    for (const view of views) {
      expect(view(deployment)).toMatchObject({
        physicalId: uuid,
        cloudProviderName: 'recas',
        cloudProviderEndpoint: {
          cpEndpoint: 'https://keystone.example:5000',
          cpComputeServiceId: 'recas',
          deploymentType: 'OPENSTACK',
          iaasType: 'OPENSTACK',
          region: 'north',
        },
      });
      expect(view({ ...deployment, infrastructureId: `${uuid}0` })).not.toHaveProperty('physicalId');
      expect(view(sampleDeployment({ providerId: 'recas' }))).toMatchObject({
        cloudProviderEndpoint: { cpComputeServiceId: 'recas' },
      });
    }
    expect(embeddedDeployment(deployment)).not.toHaveProperty('cloudProviderEndpoint');
    const called = { ...deployment, provider: { ...provider, name: 'ReCaS Bari' } };
    expect(deploymentItem(links, called)).toMatchObject({ cloudProviderName: 'recas', providerName: 'ReCaS Bari' });
  });

  it('shows its creator in a list', () => {
    expect(deploymentItem(links, sampleDeployment())).toStrictEqual({ ...plain, createdBy, links: shownLinks });
  });

  it('is described to a callback as in a list, without links', () => {
    expect(describeDeployment(sampleDeployment())).toStrictEqual({ ...plain, createdBy, links: [] });
  });
});

describe('a resource', () => {
  const { deploymentId: _, ...resource } = sampleResource();
  const expected = {
    uuid: id(100),
    creationTime: '2026-11-20T15:33+0000',
    updateTime: '2026-11-20T15:40+0000',
    physicalId: '0',
    state: 'STARTED',
    toscaNodeType: 'tosca.nodes.indigo.Compute',
    toscaNodeName: 'server',
    requiredBy: [id(101)],
    metadata: { key: 'value' },
    links: [
      { rel: 'deployment', href: self },
      { rel: 'self', href: `${self}/resources/${id(100)}` },
    ],
  };

  it('is shown with the fields of the contract', () => {
    expect(resourceView(links, sampleResource(), { key: 'value' })).toStrictEqual(expected);
  });

  it('has no physicalId before there is one', () => {
    const { physicalId: __, ...unborn } = { ...resource, deploymentId: id(1) };
    expect(resourceView(links, unborn, {})).not.toHaveProperty('physicalId');
  });
});
