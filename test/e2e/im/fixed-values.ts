import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { json as jsonOf } from 'node:stream/consumers';
import { bindTemplate } from '../../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';
import { noImports } from '../../tosca/fixtures.ts';
import { allForms, expected, forms, onMachine, template } from '../../tosca/functions/value-forms.ts';
import type { Checks } from '../checks.ts';
import { pythonEnvironment } from '../python-environment.ts';
import type { Release } from './im-server.ts';

/** The manager's own parser gives what the template fixes the value and the type that we work out. */
export const checkFixedValues = async (release: Release, checks: Checks): Promise<void> => {
  const python = await pythonEnvironment(release.name, join(import.meta.dirname, release.requirements));
  for (const place of ['client', 'clientType'] as const)
    await checks.check(`values: the parser agrees with us (operation in the ${place})`, async () => {
      const made = await deployable(template(onMachine(place)), { inputs: {}, imports: noImports });
      assert.ok(made.processed.ok);
      const document = bindTemplate(made.text, { inputs: {}, name: 'values' });
      assert.deepEqual(await parsed(python, document), { outputs: expected(forms), inputs: expected(allForms) });
    });
};

const parsed = async (python: string, document: string): Promise<unknown> => {
  const child = spawn(python, [join(import.meta.dirname, 'fixed_values.py'), 'cl'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(document);
  return jsonOf(child.stdout);
};
