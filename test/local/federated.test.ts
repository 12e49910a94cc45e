import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bootIn } from '../../local/demo/fault.ts';
import { federatedForTests, startMs } from './federated-service.ts';

const laptop = federatedForTests('federated', { PACE: '0.05' });
beforeAll(() => bootIn(1, laptop.urls().imUrl), startMs);

/** A machine whose image and size the federation has to find; `more` stands below its policies. */
const template = (host: string, policies = ''): string => `tosca_definitions_version: tosca_simple_yaml_1_0
imports:
  - indigo_custom_types: https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml
topology_template:
  node_templates:
    server:
      type: tosca.nodes.indigo.Compute
      capabilities:
        host: { properties: ${host} }
        os: { properties: { type: linux, distribution: ubuntu, version: 24.04 } }
${policies}`;

interface Deployment {
  readonly uuid: string;
  readonly status: string;
  readonly statusReason?: string;
}

/** Runs the service with the sandbox's federation, in a process of its own. */
describe('npm start -- --federated', () => {
  afterEach(async () => {
    for (const service of ['slam', 'cmdb', 'monitoring', 'cpr', 'issuer']) await fault(service, null);
  });
  /** All files that the service wrote: tables, objects, executions. */
  const written = (): readonly string[] =>
    readdirSync(join(laptop.home, 'data'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  /** Keys of the objects that hold what the owner of a deployment entrusted to the service. */
  const tokensOf = (uuid: string): readonly unknown[] => {
    const file = written().find((one) => one.endsWith('fauxqs.db'));
    using objects = new DatabaseSync(file ?? '', { readOnly: true });
    return objects
      .prepare('SELECT key FROM s3_objects WHERE key LIKE ?')
      .all(`tokens/${uuid}%`)
      .map(({ key }) => key);
  };

  const fault = (service: string, what: string | null): Promise<Response> =>
    fetch(`${laptop.urls().federationUrl}/_sandbox/federation/${service}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fault: what }),
    });

  const vault = (path: string, body: object, own = ''): Promise<Response> =>
    fetch(`${laptop.urls().federationUrl}/vault/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-vault-token': own },
      body: JSON.stringify(body),
    });

  const token = async (): Promise<string> => {
    const form = new URLSearchParams({ grant_type: 'password', username: 'ann', groups: 'physics' });
    const answer = await fetch(`${laptop.urls().issuer}/token`, { method: 'POST', body: form });
    return ((await answer.json()) as { access_token: string }).access_token;
  };

  const call = async (path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Response> => {
    const headers = { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' };
    return fetch(`${laptop.urls().url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  };

  const deploy = async (body: object): Promise<Deployment & { readonly log: string }> => {
    const accepted = await call('/deployments', body);
    const { uuid, ...rest } = (await accepted.json()) as Deployment;
    if (accepted.status !== 201) throw new Error(JSON.stringify(rest));
    for (;;) {
      const deployment = (await (await call(`/deployments/${uuid}`)).json()) as Deployment;
      if (deployment.status.endsWith('IN_PROGRESS')) await setTimeout(500);
      else return { ...deployment, log: await (await call(`/deployments/${uuid}/log`)).text() };
    }
  };

  it('deploys at the provider that the federation ranks first, with its image and flavor', async () => {
    const { status, log } = await deploy({ template: template('{ num_cpus: 2, mem_size: 3 GB }') });
    expect(status).toBe('CREATE_COMPLETE');
    expect(log).toContain('1. Sandbox A (sandbox-a): rank 1, score 9, SLA weight 1');
    expect(log).toContain('server: image ost://sandbox-a.internal/ubuntu-24.04');
    expect(log).toContain('server: instance_type medium');
    expect(log).toContain('2. Sandbox B (sandbox-b): rank 2');
    expect(log).toContain('not Sandbox A (sandbox-containers): it is a service of type eu.indigo-datacloud.marathon');
    expect(log).toMatch(/not Sandbox Far Away \(sandbox-far\): it takes no tokens of http/);
    const clouds = (await (await fetch(`${laptop.urls().imUrl}/_sandbox/clouds`)).json()) as {
      clouds: { id: string; infrastructures: unknown[] }[];
    };
    expect(clouds.clouds.map(({ id, infrastructures }) => [id, infrastructures.length])).toEqual([
      ['sandbox-a', 1],
      ['sandbox-b', 0],
    ]);
  });

  it('goes where the agreements of a group lead, and where the template asks to', async () => {
    const { log } = await deploy({ template: template('{ num_cpus: 1 }'), userGroup: 'physics' });
    expect(log).toContain('1. Sandbox B (sandbox-b)');
    const policies = `  policies:
    - there: { type: tosca.policies.indigo.SlaPlacement, properties: { sla_id: SLA_provider-sandbox-b_sandbox } }`;
    const placed = await deploy({ template: template('{ num_cpus: 1 }', policies) });
    expect(placed.log).toContain('1. Sandbox B (sandbox-b)');
    expect(placed.log).toContain(
      'not Sandbox A (sandbox-a): it is not offered under SLA SLA_provider-sandbox-b_sandbox',
    );
  });

  it("calls in the user's name, keeps no token that can be read, and forgets what it kept with the deployment", async () => {
    // Sandbox B takes the user's tokens only, and so does the Infrastructure Manager
    const { uuid, status } = await deploy({ template: template('{ num_cpus: 1 }'), userGroup: 'physics' });
    expect([status, tokensOf(uuid)]).toEqual(['CREATE_COMPLETE', [`tokens/${uuid}/owner`]]);
    const readable = written().filter((file) => /eyJ[\w-]{10,}\.eyJ/.test(readFileSync(file, 'latin1')));
    expect([readable, /eyJ[\w-]{10,}/.test(laptop.output().replace(/^ *TOKEN=.*$/m, ''))]).toEqual([[], false]);
    expect((await call(`/deployments/${uuid}`, undefined, 'DELETE')).status).toBe(204);
    while ((await call(`/deployments/${uuid}`)).status !== 404) await setTimeout(500);
    expect(tokensOf(uuid)).toEqual([]);
  });

  it('goes to a cloud where the user has an account, with what the user stored in Vault', async () => {
    const policies = `  policies:
    - there: { type: tosca.policies.indigo.SlaPlacement, properties: { sla_id: SLA_provider-sandbox-own_sandbox } }`;
    const wanted = { template: template('{ num_cpus: 1 }', policies) };
    const { status, statusReason } = await deploy(wanted);
    expect(status).toBe('CREATE_FAILED');
    expect(statusReason).toContain('Vault has no credentials of yours for sandbox-own');
    const { auth } = (await (await vault('auth/jwt/login', { jwt: await token() })).json()) as {
      auth: { client_token: string; entity_id: string };
    };
    const data = { username: 'ann', password: 'sandbox-password' };
    await vault(`secret/data/${auth.entity_id}/services_credential/sandbox-own`, { data }, auth.client_token);
    expect((await deploy(wanted)).status).toBe('CREATE_COMPLETE');
  });

  it.each([
    ['down', 503],
    ['refuse', 403],
  ])('accepts no deployment that it could not work for: the issuer is %s', async (what, status) => {
    await fault('issuer', what);
    const answer = await call('/deployments', { template: template('{ num_cpus: 1 }') });
    expect(answer.status).toBe(status);
  });

  it('says of every provider what it lacks when none can be tried', async () => {
    const { status, statusReason } = await deploy({ template: template('{ num_cpus: 32 }') });
    expect(status).toBe('CREATE_FAILED');
    expect(statusReason).toMatch(/^No cloud provider meets the deployment requirements\n/);
    expect(statusReason).toContain('not Sandbox A (sandbox-a): it has no flavor with 32 CPUs (node server)');
  });

  it('ranks without measurements while monitoring is down, and says so', async () => {
    await fault('monitoring', 'down');
    const { status, log } = await deploy({ template: template('{ num_cpus: 1 }') });
    expect(status).toBe('CREATE_COMPLETE');
    expect(log).toMatch(
      /provider provider-sandbox-a is ranked without measurements: monitoring is not available: .*503/,
    );
  });

  it.each([
    ['slam', 'cut'],
    ['cpr', 'malformed'],
  ])('tries again while a service that it needs is down: %s, %s', async (service, down) => {
    await fault(service, down);
    const deploying = deploy({ template: template('{ num_cpus: 1 }') });
    await setTimeout(1_000);
    await fault(service, null);
    expect((await deploying).status).toBe('CREATE_COMPLETE');
  });

  it.each([
    ['slam', 'refuse', /SLAM answered 403 to GET/],
    ['cpr', 'other-form', /CPR: the answer to POST \/rank has an unexpected shape/],
    ['cmdb', 'other-form', /CMDB: the answer to GET .* has an unexpected shape/],
  ])('names %s when it answers what cannot be used (%s)', async (service, wrong, reason) => {
    await fault(service, wrong);
    const { status, statusReason } = await deploy({ template: template('{ num_cpus: 1 }') });
    expect(status).toBe('CREATE_FAILED');
    expect(statusReason).toMatch(reason);
  });
});
