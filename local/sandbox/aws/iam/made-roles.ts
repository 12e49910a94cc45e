/** Roles that a stack in the sandbox made: what their own policies say, and those managed policies of AWS that are known here. */

import { bagsOf, isBag, listOf, textOf, textsOf } from '../protocol/json.ts';
import { type Place, type Thing, thingsOf } from '../world/place.ts';
import type { Statement } from './policy.ts';

/** The part of AmazonSSMManagedInstanceCore that the sandbox has calls for (AWS managed policy reference). */
const managed: { readonly [name: string]: readonly Statement[] } = {
  AmazonSSMManagedInstanceCore: [
    {
      Effect: 'Allow',
      Action: ['ssm:GetParameter', 'ssm:GetParameters', 'ssm:UpdateInstanceInformation'],
      Resource: '*',
    },
  ],
};

/** Of the role, or of the role in the instance profile, with this name; undefined: no stack made one. */
export const madeRole = (places: readonly Place[], arn: string): readonly Statement[] | undefined => {
  const [, , , , account, path = ''] = arn.split(':');
  const name = path.split('/').at(-1) ?? '';
  const own = places.filter((place) => place.account === account);
  const named = (type: string, wanted: string): Thing | undefined =>
    own.flatMap((place) => thingsOf(place, type)).find(({ id }) => id === wanted);
  const profile = named('AWS::IAM::InstanceProfile', name);
  const role = named('AWS::IAM::Role', profile === undefined ? name : (textsOf(profile.properties['Roles'])[0] ?? ''));
  return role && statementsOf(role);
};

const statementsOf = ({ properties }: Thing): readonly Statement[] => [
  ...bagsOf(properties['Policies']).flatMap(({ PolicyDocument }) =>
    isBag(PolicyDocument) ? (listOf(PolicyDocument['Statement']) as unknown as readonly Statement[]) : [],
  ),
  ...listOf(properties['ManagedPolicyArns']).flatMap((one) => managed[textOf(one)?.split('/').at(-1) ?? ''] ?? []),
];
