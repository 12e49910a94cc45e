import { dump } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import type { CliContext } from '../../cli/context.ts';
import { printDocument } from '../../cli/document.ts';
import { rawOutput } from '../../cli/result.ts';
import { bodyOf } from '../../client/answer.ts';
import { dumpSchema } from '../../src/tosca/yaml/exact-yaml.ts';
import { numberOf } from '../../ui/forms/values.ts';
import { shapeOf } from '../../ui/pages/deployment/outputs/output-kinds.ts';

const digits = '9223372036854775807';

const outputs = async () => {
  const answer = new Response(`{"outputs":{"id":${digits},"all":[${digits}]}}`);
  return (await bodyOf<{ outputs: { id: unknown; all: unknown } }>(answer, '/deployments/1', 'outputs')).outputs;
};

describe('an output of more than 53 bits', () => {
  it('keeps its digits in the client, on the command line and in the dashboard', async () => {
    const { id, all } = await outputs();
    expect(id).toBe(BigInt(digits));
    expect([rawOutput(id), rawOutput(all)]).toEqual([digits, `[${digits}]`]);
    expect(dump({ id }, { schema: dumpSchema })).toBe(`id: ${digits}\n`);
    expect(JSON.stringify(shapeOf('id', id))).toContain(digits);
  });

  it.each([
    ['json', `{"outputs":{"id":${digits},"all":[${digits}]}}\n`],
    ['yaml', `outputs:\n  id: ${digits}\n  all:\n    - ${digits}\n`],
  ] as const)('keeps them in a whole document as %s', async (output, printed) => {
    const written: string[] = [];
    const screen = { write: (text: string) => written.push(text) } as unknown as CliContext['screen'];
    const document = { outputs: await outputs() };
    await printDocument({ screen }, { json: false, output }, { document, names: [], text: () => [] });
    expect(written.join('')).toBe(printed);
  });

  it('may be typed into a form', () => {
    expect(numberOf(digits)).toBe(BigInt(digits));
    expect([numberOf('12'), numberOf('1e3'), numberOf('x')]).toEqual([12, 1000, 'x']);
  });
});
