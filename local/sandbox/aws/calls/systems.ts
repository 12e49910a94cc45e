/** Systems Manager: public parameters. */

import { textsOf } from '../protocol/json.ts';
import { AwsRefusal } from '../protocol/refusal.ts';
import type { Tree } from '../protocol/xml.ts';
import { publicParameter } from '../world/images.ts';
import { type Actions, type Call, required } from './call.ts';

const shown = (name: string, { place: { region } }: Call): Tree => ({
  Name: name,
  Type: 'String',
  Value: publicParameter(name, region),
  Version: 1,
  ARN: `arn:aws:ssm:${region}::parameter${name}`,
  DataType: name.includes('ami') || name.includes('/debian/') ? 'aws:ec2:image' : 'text',
});

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
      if (publicParameter(name, call.place.region) === undefined) throw new AwsRefusal('ParameterNotFound', '');
      return { Parameter: shown(name, call) };
    },
  },
};
