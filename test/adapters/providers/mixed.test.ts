import { describe, expect, it } from 'vitest';
import { configuredProviders, providersSchema } from '../../../src/adapters/providers/configured.ts';
import { refuseMixed } from '../../../src/adapters/providers/stack.ts';
import { conform, examine } from '../../../src/foundation/shape/examine.ts';

const cloud = { id: 'a', name: 'A', priority: 1, credentials: { type: 'OpenStack' } };
const aws = { id: 'b', name: 'B', priority: 1, deployer: 'cloudformation', stack: { region: 'eu-west-1' } };
const batch = {
  id: 'c',
  name: 'C',
  priority: 1,
  deployer: 'batch',
  batch: { region: 'eu-west-1', queues: [{ name: 'q' }] },
};
const roleArn = 'arn:aws:iam::222222222222:role/tenant';

/** Where the list is wrong, each with the start of what is said. */
const mistakes = (...providers: object[]): readonly string[] => {
  const examined = examine(providersSchema, providers);
  return examined.ok ? [] : examined.mistakes.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('a list of providers of all kinds', () => {
  it('is accepted', () => {
    expect(mistakes(cloud, aws, batch)).toEqual([]);
  });

  it('is refused for an id that is there twice, where it is the second time', () => {
    expect(mistakes(cloud, aws, { ...batch, id: 'a' })).toEqual(['2.id: a is there twice']);
  });

  it.each<[string, object, string]>([
    [
      'without its key',
      { ...aws, stack: undefined },
      '1.stack: is missing: a provider of CloudFormation needs its region',
    ],
    ['without its key', { ...batch, batch: undefined }, '1.batch: is missing: a provider of Batch needs its region'],
    ['with the key of another', { ...aws, batch: batch.batch }, '1.batch: is for AWS Batch only'],
    ['with the key of another', { ...batch, stack: aws.stack }, '1.stack: is for CloudFormation only'],
    ['with the key of another', { ...cloud, id: 'z', stack: aws.stack }, '1.stack: is for CloudFormation only'],
    ['with the key of another', { ...cloud, id: 'z', batch: batch.batch }, '1.batch: is for AWS Batch only'],
    ['without credentials', { ...cloud, id: 'z', credentials: undefined }, '1.credentials: is missing'],
    ['with an external id and no role', { ...aws, secret: 's' }, '1.secret: is the external id of a role'],
    ['with an external id and no role', { ...batch, secret: 's' }, '1.secret: is the external id of a role'],
    ...['credentials', 'images', 'flavors', 'volumeTypes', 'networks', 'region', 'vault', 'publicAddresses'].map(
      (key): [string, object, string] => [
        `with ${key}`,
        {
          ...aws,
          [key]: { credentials: {}, networks: {}, region: 'x', vault: true, publicAddresses: true }[key] ?? [],
        },
        `1.${key}: is for the Infrastructure Manager only, and this provider's deployer is cloudformation`,
      ],
    ),
  ])('is refused with a provider %s, which says where', (_, provider, expected) => {
    expect(mistakes(cloud, provider)).toEqual([expect.stringContaining(expected)]);
  });

  it('may have an external id with its role', () => {
    expect(mistakes({ ...aws, stack: { ...aws.stack, roleArn }, secret: 's' })).toEqual([]);
    expect(mistakes({ ...cloud, secret: 's' })).toEqual([]);
  });

  it('says where it is wrong below the keys above it', () => {
    const said: unknown[] = [];
    refuseMixed([{ ...cloud, credentials: undefined }], (path) => void said.push(path), 'federation', 'providers');
    expect(said).toEqual([['federation', 'providers', 0, 'credentials']]);
  });
});

describe('the subnets of a stack', () => {
  const subnet = (id: string, zone: string) => ({ id: `subnet-${id}`, zone });
  const stack = (subnets: unknown) => mistakes({ ...aws, stack: { ...aws.stack, subnets: { public: subnets } } });

  it('may be one, or several in different zones', () => {
    expect(stack(subnet('0a', 'a'))).toEqual([]);
    expect(stack([subnet('0a', 'a'), subnet('0b', 'b')])).toEqual([]);
  });

  it('may not be none, or two in one zone', () => {
    expect(stack([])).not.toEqual([]);
    expect(stack([subnet('0a', 'a'), subnet('0b', 'a')])).not.toEqual([]);
  });
});

describe('what is known of a provider', () => {
  const providers = configuredProviders(conform(providersSchema, [cloud, { ...aws, groups: ['physics'] }, batch]));

  it('has groups only where it is of some', async () => {
    expect(await providers.get('a')).toStrictEqual({
      ...{ id: 'a', name: 'A', priority: 1 },
      facts: { type: 'OPENSTACK' },
    });
    expect(await providers.get('b')).toMatchObject({ groups: ['physics'] });
  });

  it('is the place of its stack or of its queues', async () => {
    expect((await providers.get('b')).facts).toMatchObject({
      type: 'AWS',
      region: 'eu-west-1',
      deployer: 'cloudformation',
    });
    expect((await providers.get('c')).facts).toMatchObject({ type: 'QCG', region: 'eu-west-1', deployer: 'batch' });
  });
});
