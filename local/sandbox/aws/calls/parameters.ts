/** Systems Manager: parameters that callers put there. */

import { bagsOf, textsOf } from '../protocol/json.ts';
import { AwsRefusal } from '../protocol/refusal.ts';
import type { Tree } from '../protocol/xml.ts';
import { arnOfParameter } from '../world/parameters.ts';
import type { Parameter } from '../world/place.ts';
import { type Action, type Actions, type Call, flag, keyValues, page, required, text } from './call.ts';

const longest = 4096;
const mostNames = 10;
/** Who reads a secret without asking for its text gets this. */
const sealed = (value: string): string =>
  `AQICAH${Buffer.from(value).toString('base64').split('').toReversed().join('')}`;

const shown = (name: string, { value, type, version, modifiedAt }: Parameter, call: Call): Tree => ({
  Name: name,
  Type: type,
  Value: type === 'SecureString' && !flag(call, 'WithDecryption') ? sealed(value) : value,
  Version: version,
  LastModifiedDate: modifiedAt / 1000,
  ARN: arnOfParameter(call.place, name),
  DataType: 'text',
});

/** A parameter as GetParameter shows it; undefined: there is none of this name. */
export const keptParameter = (call: Call, name: string): Tree | undefined => {
  const kept = call.place.parameters?.[name];
  return kept && shown(name, kept, call);
};

const putParameter: Action = {
  accepts: ['Name', 'Value', 'Type', 'Overwrite', 'Tags', 'Description', 'Tier'],
  changes: true,
  handle: (call) => {
    const [name, value] = [required(call, 'Name'), required(call, 'Value')];
    const overwrite = flag(call, 'Overwrite');
    const tags = keyValues(bagsOf(call.params['Tags']));
    if (!/^(\/[\w.-]+)+$|^[\w.-]+$/.test(name))
      throw new AwsRefusal('ValidationException', `Parameter name must be a fully qualified name: ${name}`);
    if (overwrite && Object.keys(tags).length > 0)
      throw new AwsRefusal(
        'ValidationException',
        'Invalid request: tags and overwrite can’t be used together. To create a parameter with tags, please remove overwrite flag.',
      );
    if (value.length > longest)
      throw new AwsRefusal(
        'ValidationException',
        'Standard tier parameters support a maximum parameter value of 4096 characters.',
      );
    const before = call.place.parameters?.[name];
    if (before && !overwrite)
      throw new AwsRefusal(
        'ParameterAlreadyExists',
        'The parameter already exists. To overwrite this value, set the overwrite option in the request to true.',
      );
    const version = (before?.version ?? 0) + 1;
    const made = {
      ...{ value, version, modifiedAt: call.now, tags: before?.tags ?? tags },
      type: before?.type ?? text(call, 'Type') ?? 'String',
    };
    call.place.parameters = { ...call.place.parameters, [name]: made };
    return { Version: version, Tier: 'Standard' };
  },
};

const deleteParameters: Action = {
  accepts: ['Names'],
  changes: true,
  handle: (call) => {
    const names = textsOf(call.params['Names']);
    if (names.length === 0 || names.length > mostNames)
      throw new AwsRefusal(
        'ValidationException',
        `1 validation error detected: Value at 'names' failed to satisfy constraint: Member must have length less than or equal to ${mostNames}`,
      );
    const { parameters = {} } = call.place;
    call.place.parameters = Object.fromEntries(Object.entries(parameters).filter(([name]) => !names.includes(name)));
    return {
      DeletedParameters: names.filter((name) => Object.hasOwn(parameters, name)),
      InvalidParameters: names.filter((name) => !Object.hasOwn(parameters, name)),
    };
  },
};

const getParametersByPath: Action = {
  accepts: ['Path', 'Recursive', 'WithDecryption', 'MaxResults', 'NextToken'],
  handle: (call) => {
    const path = required(call, 'Path').replace(/\/$/, '');
    const size = Number(text(call, 'MaxResults') ?? mostNames);
    if (size > mostNames)
      throw new AwsRefusal(
        'ValidationException',
        `1 validation error detected: Value '${size}' at 'maxResults' failed to satisfy constraint: Member must have value less than or equal to ${mostNames}`,
      );
    const own = Object.entries(call.place.parameters ?? {}).filter(
      ([name]) =>
        name.startsWith(`${path}/`) && (flag(call, 'Recursive') || !name.slice(path.length + 1).includes('/')),
    );
    const { items, next } = page(own, text(call, 'NextToken'), size);
    return { Parameters: items.map(([name, kept]) => shown(name, kept, call)), NextToken: next };
  },
};

export const parameterActions: Actions = {
  PutParameter: putParameter,
  DeleteParameters: deleteParameters,
  GetParametersByPath: getParametersByPath,
};
