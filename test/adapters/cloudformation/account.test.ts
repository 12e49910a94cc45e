import { beforeEach, describe, expect, it } from 'vitest';
import { accountOf } from '../../../src/adapters/cloudformation/account.ts';

const configured = [
  { id: 'manager', name: 'A', priority: 1 },
  { id: 'first', name: 'B', priority: 1, stack: { region: 'eu-west-1' } },
  { id: 'second', name: 'C', priority: 1, secret: 'mine', stack: { region: 'eu-south-1', roleArn: 'arn:role' } },
];
let asked: string[];
beforeEach(() => {
  asked = [];
});
const secrets = {
  read: async (name: string) => {
    asked.push(name);
    return { externalId: 'the id' };
  },
};
const account = (id: string) => accountOf(configured, id, secrets);

describe('the account of a provider', () => {
  it('is that of its own configuration', () => {
    expect(account('first')).toEqual({ region: 'eu-west-1', roleArn: undefined, externalId: undefined });
    expect(account('second')).toMatchObject({ region: 'eu-south-1', roleArn: 'arn:role' });
  });

  it('has an external id, which is read only when it is needed', async () => {
    const { externalId } = account('second') ?? {};
    expect(asked).toEqual([]);
    expect(await externalId?.()).toBe('the id');
    expect(asked).toEqual(['mine']);
  });

  it('is none of another kind of provider, or of one that is not configured', () => {
    expect(['manager', 'other'].map(account)).toEqual([undefined, undefined]);
  });
});
