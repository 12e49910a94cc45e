import type { Checks } from '../checks.ts';
import { type Account, expect, refusal } from './account.ts';
import { keyed, small } from './templates.ts';
import { planned } from './updated.ts';

const privateKey = /^-----BEGIN OPENSSH PRIVATE KEY-----\n[\s\S]+\n-----END OPENSSH PRIVATE KEY-----\s*$/;

/** A key pair of a stack, whose private part CloudFormation keeps in Parameter Store (docs/decisions/0051). */
export async function checkKeys(account: Account, checks: Checks): Promise<void> {
  const { cloudFormation, ssm } = account;
  const name = account.name('keyed');
  let parameter = '';
  await checks.check('a key pair has the name that the template gives it, and an id', async () => {
    const id = await account.create('keyed', keyed());
    await account.ended(id);
    const { Outputs = [] } = await account.stack(id);
    const [Id = '', Ref] = ['Id', 'Ref'].map((key) => Outputs.find(({ OutputKey }) => OutputKey === key)?.OutputValue);
    expect(/^key-[0-9a-f]+$/.test(Id) && Ref === name, `${Id} ${Ref}`);
    parameter = `/ec2/keypair/${Id}`;
  });
  const read = async (WithDecryption: boolean) =>
    (await ssm.getParameter({ Name: parameter, WithDecryption })).Parameter;
  await checks.check('its private key is an encrypted parameter that is named after the id', async () => {
    const { Type, Value = '' } = (await read(true)) ?? {};
    expect(Type === 'SecureString' && privateKey.test(Value), `${Type}, ${Value.length} characters of another form`);
  });
  await checks.check('without decryption the parameter shows no key', async () => {
    const { Value = '' } = (await read(false)) ?? {};
    expect(Value !== '' && !/PRIVATE KEY/.test(Value), `${Value.length} characters`);
  });
  await checks.check('no event, output or template of the stack shows the key', async () => {
    const { TemplateBody } = await cloudFormation.getTemplate({ StackName: name });
    const shown = JSON.stringify([await account.events(name), await account.stack(name), TemplateBody]);
    expect(!/PRIVATE KEY/.test(shown), 'it stands there');
  });
  await checks.check('an update of other resources keeps key pair and key', async () => {
    const before = (await read(true))?.Value;
    await account.update('keyed', keyed({ more: true }));
    const seen = await account.ended(name);
    expect(seen.at(-1) === 'UPDATE_COMPLETE' && (await read(true))?.Value === before, `${seen.at(-1)}`);
  });
  await checks.check('a key pair of another kind replaces the one that is there', async () => {
    const { rows } = await planned(account, 'keyed', keyed({ more: true, type: 'rsa' }));
    expect(rows.includes('Modify Key True'), rows.join());
    await cloudFormation.deleteChangeSet({ StackName: name, ChangeSetName: 'plan' });
  });
  await checks.check('a second key pair of the same name is refused', async () => {
    const id = await account.create('keyed-again', keyed({ name }));
    const seen = await account.ended(id);
    const why = (await account.events(id)).find(({ ResourceStatus }) => ResourceStatus === 'CREATE_FAILED');
    expect(
      /FAILED|ROLLBACK/.test(seen.at(-1) ?? '') && /exists/i.test(why?.ResourceStatusReason ?? ''),
      `${seen.at(-1)}`,
    );
  });
  await checks.check('a stack without the key pair takes the parameter away, and so does a deletion', async () => {
    await account.update('keyed', small());
    await account.ended(name);
    const { name: error } = await refusal(read(true));
    expect(error === 'ParameterNotFound', error);
    await cloudFormation.deleteStack({ StackName: name });
  });
}
