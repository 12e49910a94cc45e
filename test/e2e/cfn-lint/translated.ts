/** What the translation makes of the templates of the tests in a region. */

import type { StackOffer } from '../../../src/domain/providers/stack-offer.ts';
import { stacks, twoZones } from '../../domain/cloudformation/golden-stacks.ts';
import { stackOf, translated } from '../../domain/cloudformation/translated.ts';
import { samples } from '../../domain/cloudformation/types-page.ts';

interface Made {
  readonly name: string;
  readonly template: object;
}

const subnet = (index: number) => `subnet-0123456789abcdef${index}`;

/** Zones have the name of their region in all partitions. */
const offerIn = (region: string, given: StackOffer = { region }): StackOffer => ({
  ...given,
  region,
  allowedTypes: ['AWS::SNS::*', 'AWS::SQS::QueuePolicy', 'AWS::DynamoDB::Table', ...(given.allowedTypes ?? [])],
  ...(given.subnets && {
    subnets: {
      public: ['a', 'b'].map((zone, index) => ({ id: subnet(index), zone: `${region}${zone}` })),
      private: ['a', 'b'].map((zone, index) => ({ id: subnet(index + 2), zone: `${region}${zone}` })),
    },
  }),
});

const templates: readonly (readonly [name: string, ...Parameters<typeof stackOf>])[] = [
  ...stacks,
  ...Object.entries(samples).map(([type, [nodes]]) => [type.replaceAll('.', '-'), nodes, { offer: twoZones }] as const),
];

/**
 * `isWanted`: by the number of the template. One that the region cannot have, since it lacks a size, is left out; a reason of any
 * other kind is an error.
 */
export const translatedIn = async (region: string, isWanted: (index: number) => boolean): Promise<readonly Made[]> => {
  const wanted = templates.filter((_, index) => isWanted(index));
  const all = await Promise.all(
    wanted.map(async ([name, nodes, more = {}]): Promise<readonly Made[]> => {
      const given = { ...more, offer: offerIn(region, more.offer) };
      const { translation } = await translated(nodes, given);
      if (!translation.ok && translation.reasons.every((why) => why.includes(region))) return [];
      const { template } = await stackOf(nodes, given);
      return [{ name, template }];
    }),
  );
  // what becomes nothing is no stack
  return all.flat().filter(({ template }) => Object.keys((template as { Resources: object }).Resources).length > 0);
};
