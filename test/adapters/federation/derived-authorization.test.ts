import { describe, expect, it } from 'vitest';
import { serviceData, tenantData } from '../../../src/adapters/federation/cmdb-documents.ts';
import type { CmdbService } from '../../../src/adapters/federation/cmdb-services.ts';
import { derivedAccess } from '../../../src/adapters/federation/derived-authorization.ts';
import { authorizationHeader } from '../../../src/adapters/infrastructure-manager/authorization.ts';
import { authorizationLines } from '../../../src/adapters/infrastructure-manager/provider-authorization.ts';
import { CmdbError, UnavailableError } from '../../../src/foundation/errors.ts';
import { conform } from '../../../src/foundation/shape/examine.ts';

const issuer = 'https://iam.example';
const who = { issuer, customer: 'physics' };

const service = (data: object, tenants: readonly object[] = []): CmdbService => ({
  id: '4401ac5d-x',
  name: 'Cloud X',
  data: conform(serviceData, data),
  tenants: tenants.map((one) => conform(tenantData, one)),
});

const nova = {
  service_type: 'org.openstack.nova',
  endpoint: 'https://keystone.example:5000/v3',
  iam_enabled: true,
  idp_protocol: 'openid',
  supported_idps: [
    { name: 'elsewhere', issuer: 'https://other.example' },
    { name: 'our-idp', issuer },
  ],
};

const linesOf = (found: CmdbService, stored?: Record<string, string>) =>
  authorizationLines({
    configured: [],
    derived: async () => derivedAccess(found, who),
    secrets: { read: async () => ({ username: 'toscanini', password: 'own' }) },
    ownSecret: 'im',
    token: async () => 'token-of-the-user',
    vault: stored && { credentials: async () => stored },
  })(found.id);

const cloudLine = async (found: CmdbService, stored?: Record<string, string>) => (await linesOf(found, stored))[1];

describe('the line of an OpenStack that the CMDB describes', () => {
  it('has the user’s token, by the identity provider and the protocol that Keystone knows', async () => {
    const tenants = [
      { tenant_name: 'other', iam_organisation: 'chemistry' },
      { tenant_name: 'physics-project', iam_organisation: 'physics' },
    ];
    expect(await cloudLine(service({ ...nova, region: 'north', microversion: '2.87' }, tenants))).toEqual({
      id: '_4401ac5d-x',
      type: 'OpenStack',
      host: 'https://keystone.example:5000',
      tenant: 'openid',
      username: 'our-idp',
      password: 'token-of-the-user',
      domain: 'physics-project',
      service_region: 'north',
      microversion: '2.87',
      auth_version: '3.x_oidc_access_token',
    });
  });

  it('names the customer where no identity provider is that of the user, and no project where there is none', async () => {
    const line = await cloudLine(service({ ...nova, supported_idps: [] }));
    expect(line).toMatchObject({ username: 'physics' });
    expect(line).not.toHaveProperty('domain');
    expect(await cloudLine(service({ ...nova, supported_idps: null }))).toMatchObject({ username: 'physics' });
  });

  it('may have an address without encryption', async () => {
    const line = await cloudLine(service({ ...nova, endpoint: 'http://keystone.example:5000/v3' }));
    expect(line).toMatchObject({ host: 'http://keystone.example:5000' });
  });

  it('can be sent, id and all', async () => {
    const lines = await linesOf(service(nova));
    for (const form of ['json', 'lines'] as const) expect(authorizationHeader(lines, form)).toContain('_4401ac5d-x');
  });

  it('has what the user stored, where it takes no tokens', async () => {
    const stored = { username: 'u', password: 'p', tenant: 't' };
    const v3 = service({ ...nova, iam_enabled: false });
    expect(await cloudLine(v3, stored)).toMatchObject({ ...stored, auth_version: '3.x_password' });
    const v2 = service({ ...nova, iam_enabled: false, endpoint: 'https://keystone.example/v2.0' });
    expect(await cloudLine(v2, stored)).toMatchObject({
      host: 'https://keystone.example',
      auth_version: '2.0_password',
    });
    await expect(cloudLine(v3)).rejects.toThrow('needs Vault');
  });

  it.each([
    [{ ...nova, endpoint: 'https://keystone.example/v2.0' }, 'accepts no tokens'],
    [{ ...nova, endpoint: 'keystone' }, 'no address of service'],
    [{ ...nova, endpoint: 'ftp://keystone.example' }, 'no address of service'],
    [{ ...nova, endpoint: 'shttp://keystone.example' }, 'no address of service'],
    [{ service_type: 'eu.indigo-datacloud.marathon' }, 'makes no virtual machines'],
  ])('is refused, with the reason, by %j', async (data, message) => {
    await expect(cloudLine(service(data))).rejects.toMatchObject({
      name: 'ProviderFailedError',
      message: expect.stringContaining(message),
    });
  });
});

describe('the line of another cloud', () => {
  const stored = { username: 'u', password: 'p', tenant: 't' };
  it.each([
    ['com.amazonaws.ec2', { type: 'EC2', username: 'u', password: 'p' }],
    ['com.microsoft.azure', { type: 'Azure', username: 'u', password: 'p', subscription_id: 't' }],
    [
      'eu.otc.compute',
      { type: 'OpenStack', tenant: 'eu-de', domain: 't', service_name: 'None', auth_version: '3.x_password' },
    ],
    ['eu.egi.cloud.vm-management.opennebula', { type: 'OpenNebula', host: 'https://one.example/RPC2', username: 'u' }],
  ])('%s has what the user stored', async (service_type, expected) => {
    const found = service({ service_type, endpoint: 'https://one.example/RPC2' });
    expect(await cloudLine(found, stored)).toMatchObject(expected);
  });

  it('is the token, at an OpenNebula that takes it', async () => {
    const type = 'eu.egi.cloud.vm-management.opennebula';
    const found = service({ service_type: type, endpoint: 'https://one.example/RPC2', iam_enabled: 'true' });
    expect(await cloudLine(found)).toMatchObject({ type: 'OpenNebula', token: 'token-of-the-user' });
  });
});

describe('the CMDB', () => {
  const failing = (error: Error) =>
    authorizationLines({
      configured: [],
      derived: () => Promise.reject(error),
      secrets: { read: async () => ({}) },
      ownSecret: 'im',
      token: async () => undefined,
    })('x');

  it.each([
    [new UnavailableError('CMDB is not available'), 'ProviderUnavailableError'],
    [new CmdbError('the CMDB answered nonsense'), 'ProviderFailedError'],
  ])('that fails with %s is the provider’s trouble', async (error, name) => {
    await expect(failing(error)).rejects.toMatchObject({ name, message: error.message });
  });
});
