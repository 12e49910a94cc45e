import { fetchingSecrets } from '../../../src/domain/cloudformation/software/secret-commands.ts';
import { packedSecret } from '../../../src/domain/cloudformation/software/secret-inputs.ts';
import type { Checks } from '../checks.ts';
import { type Account, expect, refusal } from './account.ts';

/** What secret inputs of operations rely on (docs/decisions/0052): parameters, and that a machine reads its own. */
export async function checkSecretInputs(
  account: Account,
  checks: Checks,
  id: string,
  ran: (commands: string[]) => Promise<{ readonly StandardOutputContent?: string | undefined }>,
): Promise<void> {
  const { ssm } = account;
  const { Machine = '' } = await account.resources(id);
  const [, partition, , region, number] = id.split(':');
  const Path = `/toscanini/operations/${account.prefix}`;
  const Name = `${Path}/${Machine}/word`;
  const reader = { Key: 'toscanini:machine', Value: `arn:${partition}:ec2:${region}:${number}:instance/${Machine}` };
  const word = `it's a "word"\n`;
  const kept = (revision: string) => packedSecret({ revision, value: word });
  const listed = async (WithDecryption: boolean) =>
    (await ssm.getParametersByPath({ Path, Recursive: true, WithDecryption })).Parameters ?? [];
  const remove = () => ssm.deleteParameters({ Names: [Name] });
  try {
    await checks.check('a parameter is put with a tag, and a second time only over the first', async () => {
      const asked = { Name, Value: kept('1'), Type: 'SecureString' as const };
      await ssm.putParameter({ ...asked, Tags: [reader] });
      const { name: again } = await refusal(ssm.putParameter({ ...asked, Tags: [reader] }));
      const { name: both } = await refusal(ssm.putParameter({ ...asked, Tags: [reader], Overwrite: true }));
      await ssm.putParameter({ ...asked, Value: kept('2'), Overwrite: true });
      expect(again === 'ParameterAlreadyExists' && both === 'ValidationException', `${again} ${both}`);
    });
    await checks.check('a list by path opens parameters only when it is asked to', async () => {
      const [[open], [sealed]] = [await listed(true), await listed(false)];
      expect(open?.Value === kept('2') && sealed?.Value !== open.Value, `${sealed?.Value?.length}`);
    });
    await checks.check('a machine reads its parameter with the rights of its profile, and masks it', async () => {
      const { StandardOutputContent: shown = '' } = await ran([
        '#!/bin/bash',
        'home=$(mktemp -d); work=$home',
        ...fetchingSecrets([{ input: 'WORD', parameter: Name, revision: '2' }]),
        'cat "$secrets/values/WORD" | wc -c',
        'cp "$secrets/values/WORD" "$work/stdout"; : > "$work/stderr"; show',
      ]);
      expect(shown.replaceAll(/\s+/g, ' ').trim() === `${word.length} ********`, shown);
    });
    await checks.check('a parameter that was deleted is in no list', async () => {
      await remove();
      expect((await listed(false)).length === 0, 'it is still there');
    });
  } finally {
    await remove();
  }
}
