/** What the translation makes in a region of the templates of the tests, of the examples, and of templates that are put together by chance. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bindBlueprint } from '../../../src/domain/cloudformation/bind.ts';
import { translate } from '../../../src/domain/cloudformation/translate.ts';
import type { StackOffer } from '../../../src/domain/providers/stack-offer.ts';
import { stacks, twoZones } from '../../domain/cloudformation/golden-stacks.ts';
import { machinesOf, stackOf, translated } from '../../domain/cloudformation/translated.ts';
import { samples } from '../../domain/cloudformation/types-page.ts';
import { topologyOf } from '../../tosca/fixtures.ts';
import { generated } from './generated.ts';

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
  ...Array.from({ length: 80 }, (_, seed) => generated(seed + 1)).map(
    ({ name, nodes, ...more }) => [name, nodes, { ...more, offer: twoZones }] as const,
  ),
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

const examples = join(import.meta.dirname, '../../../examples');

/** The examples that AWS can have, with their default inputs; the others have jobs, or software that only the Infrastructure Manager knows. */
export const examplesIn = async (region: string): Promise<readonly Made[]> => {
  const offer: StackOffer = { ...offerIn(region, twoZones), instanceProfile: 'machines' };
  const files = readdirSync(examples).filter((name) => /^(?:aws-|web-server).*\.yaml$/.test(name));
  const made = files.map(async (name): Promise<readonly Made[]> => {
    const topology = await topologyOf(readFileSync(join(examples, name), 'utf8'));
    const translation = translate(topology, offer);
    if (!translation.ok) throw new Error(`${name} is not for AWS: ${translation.reasons.join(', ')}`);
    const { template } = bindBlueprint(translation.blueprint, machinesOf(topology));
    return [{ name: `example-${name}`, template }];
  });
  return (await Promise.all(made)).flat();
};
