/** Systems Manager: public parameters, and the private keys that CloudFormation puts there. */

import { createHash } from 'node:crypto';
import { textsOf } from '../protocol/json.ts';
import { AwsRefusal } from '../protocol/refusal.ts';
import type { Tree } from '../protocol/xml.ts';
import { publicParameter } from '../world/images.ts';
import { privateKeyNamed } from '../world/key-pairs.ts';
import { type Actions, type Call, flag, required } from './call.ts';
import { keptParameter } from './parameters.ts';

const shown = (name: string, { place: { region } }: Call): Tree => ({
  Name: name,
  Type: 'String',
  Value: publicParameter(name, region),
  Version: 1,
  ARN: `arn:aws:ssm:${region}::parameter${name}`,
  DataType: name.includes('ami') || name.includes('/debian/') ? 'aws:ec2:image' : 'text',
});

/** Without decryption it is the sealed text, which tells nothing. */
const sealed = (name: string, key: string, call: Call): Tree => {
  const { account, region } = call.place;
  return {
    Name: name,
    Type: 'SecureString',
    Value: flag(call, 'WithDecryption') ? key : createHash('sha256').update(key).digest('base64'),
    Version: 1,
    ARN: `arn:aws:ssm:${region}:${account}:parameter${name}`,
    DataType: 'text',
  };
};

const mostAtOnce = 10;

export const systemActions: Actions = {
  GetParameters: {
    accepts: ['Names', 'WithDecryption'],
    handle: (call) => {
      const names = textsOf(call.params['Names']);
      if (names.length > mostAtOnce)
        throw new AwsRefusal(
          'ValidationException',
          `1 validation error detected: Value at 'names' failed to satisfy constraint: Member must have length less than or equal to ${mostAtOnce}`,
        );
      const known = names.filter((name) => publicParameter(name, call.place.region) !== undefined);
      return {
        Parameters: known.map((name) => shown(name, call)),
        InvalidParameters: names.filter((name) => !known.includes(name)),
      };
    },
  },
  GetParameter: {
    accepts: ['Name', 'WithDecryption'],
    handle: (call) => {
      const name = required(call, 'Name');
      const kept = keptParameter(call, name);
      if (kept !== undefined) return { Parameter: kept };
      const key = privateKeyNamed(name, call.place);
      if (key !== undefined) return { Parameter: sealed(name, key, call) };
      if (publicParameter(name, call.place.region) === undefined) throw new AwsRefusal('ParameterNotFound', '');
      return { Parameter: shown(name, call) };
    },
  },
};
