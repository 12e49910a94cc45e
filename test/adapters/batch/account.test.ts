import { beforeEach, describe, expect, it } from 'vitest';
import { batchAccountOf } from '../../../src/adapters/batch/account.ts';

const queues = ['jobs'];
const configured = [
  { id: 'stacks', name: 'A', priority: 1, stack: { region: 'eu-west-1' } },
  { id: 'first', name: 'B', priority: 1, batch: { region: 'eu-west-1', queues } },
  {
    id: 'second',
    name: 'C',
    priority: 1,
    secret: 'mine',
    batch: { region: 'eu-south-1', roleArn: 'arn:role', queues },
  },
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
const account = (id: string) => batchAccountOf(configured as never, id, secrets as never);

describe('the account of a provider of queues', () => {
  it("is that of its own configuration, and its jobs write where Batch's jobs do", () => {
    expect(account('first')).toMatchObject({ region: 'eu-west-1', logGroup: '/aws/batch/job' });
    expect(account('first')?.externalId).toBeUndefined();
    expect(account('second')).toMatchObject({ region: 'eu-south-1', roleArn: 'arn:role' });
  });

  it('has an external id, which is read only when it is needed', async () => {
    const { externalId } = account('second') ?? {};
    expect(asked).toEqual([]);
    expect(await externalId?.()).toBe('the id');
    expect(asked).toEqual(['mine']);
  });

  it('is none of another kind of provider, or of one that is not configured', () => {
    expect(['stacks', 'other'].map(account)).toEqual([undefined, undefined]);
  });
});
