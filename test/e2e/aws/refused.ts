import type { Checks } from '../checks.ts';
import { type Account, expect, refusal } from './account.ts';
import { small, whole } from './templates.ts';

const only = (resource: object, rest: object = {}): object => ({ Resources: { A: resource }, ...rest });
const group = small().Resources.Group;

interface Wrong {
  readonly what: string;
  readonly template: object;
  readonly name?: string;
  readonly words: RegExp;
}

const wrong: readonly Wrong[] = [
  {
    what: 'an unknown type',
    template: only({ Type: 'AWS::EC2::Machine' }),
    words: /Unrecognized resource types: \[AWS::EC2::Machine\]/,
  },
  {
    what: 'an unresolved Ref',
    template: only({ Type: 'AWS::EC2::EIP', Properties: { InstanceId: { Ref: 'Nobody' } } }),
    words: /Unresolved resource dependencies \[Nobody\] in the Resources block of the template/,
  },
  {
    what: 'an unresolved DependsOn',
    template: only({ ...group, DependsOn: 'Nobody' }),
    words: /Unresolved resource dependencies \[Nobody\] in the Resources block of the template/,
  },
  {
    what: 'an output of an attribute that the type does not have',
    template: only(group, { Outputs: { X: { Value: { 'Fn::GetAtt': ['A', 'Colour'] } } } }),
    words: /resource A does not support attribute type Colour in Fn::GetAtt/,
  },
  {
    what: 'a circle',
    template: { Resources: { A: { ...group, DependsOn: 'B' }, B: { ...group, DependsOn: 'A' } } },
    words: /Circular dependency between resources: \[/,
  },
  {
    what: 'a missing parameter',
    template: { Parameters: { P: { Type: 'String' } }, ...small() },
    words: /Parameters: \[P\] must have values/,
  },
  { what: 'no resources', template: { Resources: {} }, words: /At least one Resources member must be defined/ },
  {
    what: 'a role without the capability',
    template: whole(),
    name: 'InsufficientCapabilitiesException',
    words: /Requires capabilities : \[CAPABILITY_IAM\]/,
  },
];

/** What is refused before anything is made. */
export async function checkRefusals(account: Account, checks: Checks): Promise<void> {
  const { cloudFormation, sts } = account;
  await checks.check('the caller has an account', async () => {
    const { Account: number, Arn } = await sts.getCallerIdentity({});
    expect(/^\d{12}$/.test(number ?? ''), `account ${number} of ${Arn}`);
  });
  await checks.check('an unknown stack does not exist', async () => {
    const { name, message } = await refusal(account.stack(account.name('nobody')));
    expect(name === 'ValidationError' && /^Stack with id .* does not exist$/.test(message), `${name}: ${message}`);
  });
  await checks.check('the deletion of an unknown stack succeeds', async () => {
    await cloudFormation.deleteStack({ StackName: account.name('nobody') });
  });
  for (const { what, template, name = 'ValidationError', words } of wrong) {
    await checks.check(`a template with ${what} is refused`, async () => {
      const rest = what.startsWith('a role') ? { Parameters: [{ ParameterKey: 'Secret', ParameterValue: 'x' }] } : {};
      const seen = await refusal(account.create('wrong', template, rest));
      expect(seen.name === name && words.test(seen.message), `${seen.name}: ${seen.message}`);
    });
  }
  await checks.check('a parameter that the template does not have is refused', async () => {
    const given = { Parameters: [{ ParameterKey: 'P', ParameterValue: 'x' }] };
    const { name, message } = await refusal(account.create('wrong', small(), given));
    expect(
      name === 'ValidationError' && /Parameters: \[P\] do not exist in the template/.test(message),
      `${name}: ${message}`,
    );
  });
  await checks.check('a type that ResourceTypes leaves out is refused', async () => {
    const { name, message } = await refusal(account.create('wrong', small(), { ResourceTypes: ['AWS::S3::*'] }));
    expect(name === 'ValidationError', `${name}: ${message}`);
  });
  await checks.check('nothing was made of what was refused', async () => {
    const { name } = await refusal(account.stack(account.name('wrong')));
    expect(name === 'ValidationError', name);
  });
  await checks.check('ValidateTemplate names the parameters and the capability', async () => {
    const { Parameters = [], Capabilities = [] } = await cloudFormation.validateTemplate({
      TemplateBody: JSON.stringify(whole()),
    });
    const names = Parameters.map(({ ParameterKey, NoEcho }) => `${ParameterKey} ${NoEcho}`).sort();
    expect(
      names.join() === 'Image false,Secret true' && Capabilities.join() === 'CAPABILITY_IAM',
      `${names} ${Capabilities}`,
    );
  });
}
