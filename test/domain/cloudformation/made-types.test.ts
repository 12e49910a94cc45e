/** The rows say what templates become: the rights of the service role are derived from it. */

import { beforeAll, describe, expect, it } from 'vitest';
import { estimateOf } from '../../../src/domain/cloudformation/offers/estimate.ts';
import { awsTypes, madeTypes } from '../../../src/domain/resources/aws-types.ts';
import { stacks } from './golden-stacks.ts';
import { stackOf } from './translated.ts';
import { typesMadeOf } from './types-page.ts';

const written = new Map<string, Set<string>>();

/** What an operator allows has rights of its own. */
const isAllowed = (type: string): boolean => type.startsWith('AWS::SNS::');

beforeAll(async () => {
  for (const [name, nodes, more] of stacks) {
    const { resources } = await stackOf(nodes, more);
    written.set(name, new Set(Object.values(resources).map(({ Type }) => Type)));
  }
});

describe('types of CloudFormation that templates become', () => {
  it('are named by the rows, each of them and no other', () => {
    const all = new Set([...written.values()].flatMap((types) => [...types]));
    expect([...all].filter((type) => !isAllowed(type)).toSorted()).toEqual(madeTypes);
  });

  it.each(Object.entries(awsTypes))('of %s are in its row', async (_, { types, makes }) => {
    const row: readonly string[] = makes;
    for (const type of types) {
      expect(
        (await typesMadeOf(type)).filter((one) => !row.includes(one) && !isAllowed(one)),
        type,
      ).toEqual([]);
    }
  });

  it('have a price, cost nothing, or are said to be left out', () => {
    for (const Type of madeTypes) {
      const { items, leftOut } = estimateOf({ one: { Type, Properties: {} } }, 'us-east-1');
      expect(items.length + leftOut.length, Type).toBeGreaterThan(0);
    }
  });
});
