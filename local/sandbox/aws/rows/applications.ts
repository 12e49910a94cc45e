/** What stands beside machines: roles and names. */

import { named, newId, type Row } from './row.ts';

export const applicationRows: { readonly [type: string]: Row } = {
  'AWS::IAM::Role': {
    seconds: 18,
    identify: named('RoleName'),
    attributes: {
      Arn: ({ id }, { account }) => `arn:aws:iam::${account}:role/${id}`,
      RoleId: ({ facts }) => facts['roleId'],
    },
    facts: () => ({ roleId: `AROA${newId('x')().slice(-16).toUpperCase()}` }),
  },
  'AWS::IAM::InstanceProfile': {
    seconds: 120,
    identify: named('InstanceProfileName'),
    attributes: { Arn: ({ id }, { account }) => `arn:aws:iam::${account}:instance-profile/${id}` },
  },
  'AWS::Route53::RecordSet': { seconds: 30, identify: ({ properties }) => String(properties['Name']), attributes: {} },
};
