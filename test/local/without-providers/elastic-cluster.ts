import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { clusterTemplate } from '../../domain/clusters/cluster-template.ts';
import { laptop } from './service.ts';

interface Keys {
  readonly deployment_id: string;
  readonly orchestrator_url: string;
  readonly iam_access_token: string;
  readonly iam_clues_client_id: string;
  readonly iam_clues_client_secret: string;
}

interface Sent {
  readonly topology_template: {
    readonly node_templates: { readonly [name: string]: { readonly properties: Keys & { readonly tags: object } } };
  };
}

describe('an elastic cluster on a laptop', () => {
  const token = async (
    form: Record<string, string>,
    basic?: string,
    at = `${laptop.urls().issuer}/token`,
  ): Promise<string> => {
    const headers = basic === undefined ? undefined : { authorization: `Basic ${btoa(basic)}` };
    const answer = await fetch(at, {
      method: 'POST',
      body: new URLSearchParams(form),
      ...(headers && { headers }),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  const owner = () => token({ grant_type: 'password', username: 'ann', groups: 'physics' });

  const call = async (bearer: string, address: string, method = 'GET', body?: object): Promise<Response> => {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    return fetch(address, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  };

  const ended = async (uuid: string): Promise<string> => {
    for (;;) {
      const { status } = (await (await call(await owner(), `${laptop.urls().url}/deployments/${uuid}`)).json()) as {
        status: string;
      };
      if (/COMPLETE|FAILED/.test(status)) return status;
      await setTimeout(500);
    }
  };

  /** The template that the Infrastructure Manager has. */
  const sent = async (uuid: string): Promise<Sent> => {
    const { clouds } = (await (await fetch(`${laptop.urls().imUrl}/_sandbox/clouds`)).json()) as {
      clouds: { infrastructures: { id: string; name: string }[] }[];
    };
    const found = clouds.flatMap(({ infrastructures }) => infrastructures).find(({ name }) => name.includes(uuid));
    const authorization = JSON.stringify([{ type: 'InfrastructureManager', token: await owner() }]);
    const answer = await fetch(`${laptop.urls().imUrl}/infrastructures/${found?.id}/tosca`, {
      headers: { authorization },
    });
    return load(await answer.text()) as Sent;
  };

  it('gets keys with which it reads its deployment and asks for machines, as CLUES does', async () => {
    const request = { template: clusterTemplate(), parameters: {}, userGroup: 'physics' };
    const dryRun = await call(await owner(), `${laptop.urls().url}/deployments?dryRun=true`, 'POST', request);
    expect(await dryRun.text()).not.toContain('scale');
    const { uuid } = (await (
      await call(await owner(), `${laptop.urls().url}/deployments`, 'POST', request)
    ).json()) as {
      uuid: string;
    };
    expect(await ended(uuid)).toBe('CREATE_COMPLETE');
    const nodes = (await sent(uuid)).topology_template.node_templates;
    const keys = nodes['elastic']?.properties as Keys;
    expect(keys).toMatchObject({
      deployment_id: uuid,
      orchestrator_url: laptop.urls().url,
      iam_clues_client_id: 'clues',
    });
    expect(nodes['server']?.properties.tags).toEqual({
      team: 'physics',
      PAAS_URL: laptop.urls().url,
      PAAS_DEP_UUID: uuid,
      PAAS_DEP_USER_EMAIL: 'ann@sandbox.example',
    });

    // from here on as the plugin of CLUES: a token of its own, the deployment, its template, one machine more
    const exchange = {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: keys.iam_access_token,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      scope: 'openid offline_access',
    };
    const client = `${keys.iam_clues_client_id}:${keys.iam_clues_client_secret}`;
    const own = await token(exchange, client, `${laptop.urls().federationUrl}/issuer/token`);
    const deployment = `${keys.orchestrator_url}/deployments/${keys.deployment_id}`;
    expect((await call(own, deployment)).status).toBe(200);
    const template = (await (await call(own, `${deployment}/template`)).text()).replace('count: 0', 'count: 1');
    expect((await call(own, deployment, 'PUT', { template })).status).toBe(202);
    expect(await ended(uuid)).toBe('UPDATE_COMPLETE');
    const { content } = (await (await call(own, `${deployment}/resources?size=20`)).json()) as {
      content: { toscaNodeName: string; state: string }[];
    };
    expect(content.filter(({ toscaNodeName }) => toscaNodeName === 'lrms_wn')).toMatchObject([{ state: 'STARTED' }]);

    const secrets = [keys.iam_access_token, own, keys.iam_clues_client_secret];
    const kept = readdirSync(laptop.home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/sandbox|secrets/.test(`${entry.parentPath}/${entry.name}`))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    for (const secret of secrets) {
      expect(laptop.output()).not.toContain(secret);
      for (const text of kept) expect(text.includes(secret)).toBe(false);
    }
  });
});
