import { describe, expect, it } from 'vitest';
import { batchFacts, factsOf, stackFacts } from '../../../src/adapters/providers/facts.ts';

describe('what clients may read about a provider', () => {
  it('is its type, region and address', () => {
    const line = { type: 'EC2', host: 'https://cloud.example', service_region: 'north', password: 'secret' };
    expect(factsOf(line)).toStrictEqual({ type: 'AWS', region: 'north', endpoint: 'https://cloud.example' });
  });

  it('is what is known of it', () => {
    expect(factsOf({})).toStrictEqual({});
    expect(factsOf({ type: 'OpenStack' })).toStrictEqual({ type: 'OPENSTACK' });
    expect(factsOf({ service_region: 'north' }, 'south')).toStrictEqual({ region: 'south' });
  });

  it('has a type that is a name of nothing else', () => {
    expect(factsOf({ type: 'constructor' })).toStrictEqual({ type: 'CONSTRUCTOR' });
  });

  it.each([
    ['https://me:secret@cloud.example/path', 'https://cloud.example/path'],
    ['https://me:sec@ret@cloud.example', 'https://cloud.example'],
    ['me:secret@cloud.example:5000', 'cloud.example:5000'],
    ['HTTPS://me@cloud.example', 'HTTPS://cloud.example'],
    ['coap+tcp://me@cloud.example', 'coap+tcp://cloud.example'],
    ['https://cloud.example/a@b', 'https://cloud.example/a@b'],
    ['https://cloud.example?mail=a@b', 'https://cloud.example?mail=a@b'],
    ['https://cloud.example#a@b', 'https://cloud.example#a@b'],
    ['cloud.example', 'cloud.example'],
    ['x', 'x'],
  ])('has an address without a user name or password: %s', (host, endpoint) => {
    expect(factsOf({ host })).toEqual({ endpoint });
  });

  it('is the service of AWS in its region', () => {
    expect(stackFacts('eu-west-1')).toEqual({
      ...{ type: 'AWS', region: 'eu-west-1', endpoint: 'https://cloudformation.eu-west-1.amazonaws.com' },
    });
    expect(batchFacts('eu-west-1')).toEqual({
      ...{ type: 'QCG', region: 'eu-west-1', endpoint: 'https://batch.eu-west-1.amazonaws.com' },
    });
  });
});
