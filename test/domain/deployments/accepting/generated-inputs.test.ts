import { describe, expect, it } from 'vitest';
import { systemPasswords } from '../../../../src/adapters/environment/system.ts';
import { createDeployment } from '../../../../src/domain/deployments/accepting/create.ts';
import { dryRunUpdate } from '../../../../src/domain/deployments/accepting/dry-run-template.ts';
import { keepGenerated } from '../../../../src/domain/deployments/accepting/generated-inputs.ts';
import { updateDeployment } from '../../../../src/domain/deployments/accepting/update.ts';
import { shownToGroup } from '../../../../src/domain/deployments/record/disclosure.ts';
import { limits, memoryWorld } from '../world.ts';

const template = (length = 'random(12)', more = '') => `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  inputs:
    salt: {type: string, default: ${length}}
    plain: {type: string, default: 'random(4) is no order'}
${more}
  node_templates:
    web: {type: tosca.nodes.Compute, properties: {}}
  outputs:
    salt: {value: {get_input: salt}}
`;

const owner = { issuer: 'https://issuer.example', subject: 'user' };

const made = async (parameters = {}) => {
  const world = memoryWorld();
  const { id } = await createDeployment(world, { template: template(), parameters, limits, owner });
  const now = async () => {
    const found = await world.deployments.find(id);
    if (!found) throw new Error('it is gone');
    return found;
  };
  const complete = async () => world.deployments.record(id, (await now()).operation.id, { status: 'CREATE_COMPLETE' });
  const update = async (text = template(), asked = {}) => {
    await complete();
    await updateDeployment(world, await now(), { template: text, parameters: asked, limits });
    return (await now()).parameters;
  };
  return { world, now, update, complete };
};

describe('a random input', () => {
  it('gets its value when the deployment is accepted, as a secret, whatever its name', async () => {
    const { now } = await made();
    const deployment = await now();
    expect(deployment.parameters).toEqual({ salt: 'P1xxxxxxxxxx' });
    expect(deployment.secretInputs).toContain('salt');
    const shown = shownToGroup({ ...deployment, outputs: { salt: 'P1xxxxxxxxxx' } });
    expect(JSON.stringify(shown.outputs)).not.toContain('P1xxxxxxxxxx');
  });

  it('gets one also when a client sends the order itself, and none when it sends a value', async () => {
    expect((await (await made({ salt: 'random(3)' })).now()).parameters).toEqual({ salt: 'P1x' });
    expect((await (await made({ salt: 'mine' })).now()).parameters).toEqual({ salt: 'mine' });
  });

  it('keeps it through updates, also where the order is sent again', async () => {
    const { update } = await made();
    expect(await update()).toEqual({ salt: 'P1xxxxxxxxxx' });
    expect(await update(template(), { salt: 'random(12)' })).toEqual({ salt: 'P1xxxxxxxxxx' });
    expect(await update(template('random(9)'))).toEqual({ salt: 'P1xxxxxxxxxx' });
    expect(await update(template(), { salt: 'mine' })).toEqual({ salt: 'mine' });
    expect(await update(template(), { salt: 'random(5)' })).toEqual({ salt: 'P2xxx' });
  });

  it('that an update adds gets one', async () => {
    const { update } = await made();
    const more = '    later: {type: string, default: random(6)}';
    expect(await update(template(undefined, more))).toEqual({ salt: 'P1xxxxxxxxxx', later: 'P2xxxx' });
  });

  it('is no change in a dry run of the same template', async () => {
    const { world, now, complete } = await made();
    await complete();
    const request = { template: template(), parameters: { salt: 'random(12)' }, limits };
    expect((await dryRunUpdate(world, await now(), request)).changes).toEqual([]);
  });

  it('has up to 1024 characters, and at least one', async () => {
    expect((await (await made({ salt: 'random(1)' })).now()).parameters).toEqual({ salt: 'P' });
    const { parameters } = await (await made({ salt: 'random(1024)' })).now();
    expect(parameters['salt']).toHaveLength(1024);
  });

  it('is a text: in a list, the same letters are left as they are', async () => {
    const world = memoryWorld();
    const text = template(undefined, '    words: {type: list, entry_schema: string}');
    const request = { template: text, parameters: { words: ['random(3)'] }, limits, owner };
    expect((await createDeployment(world, request)).parameters).toEqual({ words: ['random(3)'], salt: 'P1xxxxxxxxxx' });
  });

  it('of no length, or too long, is refused', async () => {
    for (const length of ['random(0)', 'random(1025)'])
      await expect(made({ salt: length })).rejects.toThrow(`the input salt is ${length}: it can have 1 to 1024`);
  });

  it('is held against the constraints of its input', async () => {
    const world = memoryWorld();
    const text = template().replace('default: random(12)', 'default: random(12), constraints: [{max_length: 10}]');
    const request = { template: text, parameters: {}, limits, owner };
    await expect(createDeployment(world, request)).rejects.toThrow('the template cannot be deployed');
    expect([...world.stores.kept.deployments.keys()]).toEqual([]);
  });
});

describe('what was generated', () => {
  it('is not taken for what a user gave of another form', () => {
    expect(keepGenerated({ a: 'with space' }, { a: 'random(10)' })).toEqual({ a: 'random(10)' });
    expect(keepGenerated({ a: 7 }, { a: 'random(1)' })).toEqual({ a: 'random(1)' });
  });

  it('is of letters and digits that are as likely as each other', () => {
    const text = systemPasswords.next(62_000);
    expect(text).toMatch(/^[A-Za-z0-9]{62000}$/);
    const counts = [...Map.groupBy([...text], (letter) => letter).values()].map(({ length }) => length);
    expect(counts).toHaveLength(62);
    expect(Math.min(...counts)).toBeGreaterThan(800);
    expect(Math.max(...counts)).toBeLessThan(1_200);
    expect(systemPasswords.next(20)).not.toBe(systemPasswords.next(20));
  });
});
