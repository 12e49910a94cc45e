import assert from 'node:assert/strict';
import * as v from 'valibot';
import { conform } from '../../../src/foundation/shape/examine.ts';
import type { Checks } from '../checks.ts';
import { client } from '../client.ts';
import type { Service } from '../service.ts';

type User = ReturnType<typeof client>;

interface Sized {
  readonly cpus: number;
  readonly version?: string;
  readonly disk?: boolean;
}

const sized = ({ cpus, version = '22.04', disk = false }: Sized): string => `\
tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  node_templates:
${disk ? '    data: {type: tosca.nodes.BlockStorage, properties: {size: 5 GB}}\n' : ''}    web:
      type: tosca.nodes.Compute
      capabilities:
        host: {properties: {num_cpus: ${cpus}, mem_size: ${cpus} GB}}
        os: {properties: {type: linux, distribution: ubuntu, version: '${version}'}}
        scalable: {properties: {min_instances: 1, max_instances: 2, default_instances: 2}}
${
  disk
    ? '      requirements: [{local_storage: {node: data, relationship: {type: AttachesTo, properties: {location: /data}}}}]\n'
    : ''
}  outputs:
    cpus: {value: {get_property: [web, host, num_cpus]}}
`;

const information = v.object({ vmProperties: v.array(v.looseObject({ class: v.string() })) });

/** CPUs of each machine, as its provider tells them */
const cpusOf = async (user: User, id: string) =>
  conform(information, JSON.parse(await user.text(id, 'extrainfo')))
    .vmProperties.filter((element) => element.class === 'system')
    .map((system) => system['cpu.count']);

const updated = async (user: User, id: string, body: object) => {
  const answer = await user.update(id, { parameters: {}, ...body });
  assert.equal(answer.status, 202, await answer.text());
  return user.settled(id);
};

const withPassword = `\
tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  inputs: {pw: {type: string, default: random(14)}}
  node_templates: {web: {type: tosca.nodes.Compute}}
  outputs: {pw: {value: {get_input: pw}}}
`;

const checkGenerated = async (user: User, checks: Checks): Promise<void> => {
  await checks.check('service: a random input has a value, and keeps it through an update', async () => {
    const { uuid } = await user.create({ template: withPassword, parameters: {} });
    const { outputs } = await user.settled(uuid);
    assert.match(String(outputs['pw']), /^[A-Za-z0-9]{14}$/);
    assert.deepEqual((await updated(user, uuid, { template: withPassword })).outputs, outputs);
    await user.delete(uuid);
    await user.gone(uuid);
  });
};

/** What an update does to machines that stay, with the real Infrastructure Manager at the far end. */
export const checkAlterations = async (service: Service, checks: Checks): Promise<void> => {
  const user = client(service.url, await service.token());
  await checkGenerated(user, checks);
  let id = '';
  await checks.check(
    'service: machines that stay become larger, each of them, and the outputs tell what they have',
    async () => {
      const created = await user.create({ template: sized({ cpus: 2 }), parameters: {} });
      id = created.uuid;
      assert.equal((await user.settled(id)).status, 'CREATE_COMPLETE');
      const settled = await updated(user, id, { template: sized({ cpus: 4 }) });
      assert.equal(settled.status, 'UPDATE_COMPLETE', settled.statusReason);
      assert.deepEqual([settled.outputs, await cpusOf(user, id)], [{ cpus: 4 }, [4, 4]]);
      assert.deepEqual((await user.resources(id)).map((one) => one.physicalId).sort(), ['0', '1']);
      assert.match(
        await user.text(id, 'log'),
        /web: capabilities\.host\.properties\.num_cpus from 2 to 4: altered in place/,
      );
    },
  );
  await checks.check('service: another image is refused, and a dry run says why', async () => {
    const template = sized({ cpus: 4, version: '24.04' });
    const answer = await user.update(id, { template, parameters: {} });
    assert.equal(answer.status, 400);
    assert.match(
      await answer.text(),
      /web: capabilities\.os\.properties\.version from \\"22\.04\\" to \\"24\.04\\": refused/,
    );
    const { changes } = await user.dryRunUpdate(id, { template, parameters: {} });
    assert.deepEqual(
      changes.map(({ node, how }) => [node, how]),
      [['web', 'refused']],
    );
  });
  await checks.check('service: with its leave machines are replaced, and are what was asked for', async () => {
    const settled = await updated(user, id, { template: sized({ cpus: 3, version: '24.04' }), replace: ['web'] });
    assert.equal(settled.status, 'UPDATE_COMPLETE', settled.statusReason);
    assert.deepEqual([settled.outputs, await cpusOf(user, id)], [{ cpus: 3 }, [3, 3]]);
    const machines = await user.resources(id);
    assert.deepEqual(machines.map((one) => one.physicalId).sort(), ['2', '3']);
    for (const { metadata } of machines)
      assert.match(metadata['VirtualMachineInfo'] ?? '', /"disk\.0\.os\.version":"24\.04"/);
  });
  await checks.check('service: what a provider says that it altered and did not fails the update', async () => {
    const failed = await updated(user, id, { template: sized({ cpus: 3, version: '24.04', disk: true }) });
    assert.equal(failed.status, 'UPDATE_FAILED');
    assert.match(failed.statusReason ?? '', /altered virtual machine 2 of web, and it has no disk 1/);
    assert.deepEqual(failed.outputs, { cpus: 3 });
  });
  await checks.check(
    'service: the template of before is still in force then, and sent again it mends all',
    async () => {
      const settled = await updated(user, id, { template: sized({ cpus: 3, version: '24.04' }) });
      assert.equal(settled.status, 'UPDATE_COMPLETE', settled.statusReason);
      await user.delete(id);
      await user.gone(id);
    },
  );
};
