import { describe, expect, it } from 'vitest';
import { buildApp } from '../../../lib/app.ts';
import { workflow } from '../../../local/step-functions/workflow.ts';
import { readCloud } from '../../../local/template/read-cloud.ts';
import { exampleConfiguration } from '../../lib/stacks.ts';

/** `npm start` takes them as valid: to check them takes half of its time. */
describe('the workflows of the app', () => {
  const { workflows } = readCloud(buildApp(exampleConfiguration).synth().directory);

  it.each(workflows.map((one) => [one.name, one] as const))('%s fits the schema of the States Language', (_, one) => {
    expect(workflow(one).tasks).not.toEqual([]);
  });

  it('would be refused otherwise', () => {
    const definition = JSON.stringify({ StartAt: 'A', States: { A: { Type: 'Pause' } } });
    expect(() => workflow({ arn: 'arn:x', name: 'x', definition })).toThrow(/definition is invalid/);
  });
});
