import { expect } from 'vitest';
import { validateTemplate } from '../../src/tosca/process.ts';
import { noImports } from './fixtures.ts';

/** Mistakes that leave a template readable: each is told, as an error or (where tools of 1.x do not look) a warning. */
export async function found(text: string): Promise<readonly string[]> {
  const { problems } = await validateTemplate(text, noImports);
  return problems
    .filter(({ code }) => code !== 'input-missing')
    .map(({ severity, code, path, message }) => `${severity} ${code} ${path}: ${message}`);
}

export const simple = (body: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3\n${body}\n`;
export const strict = (body: string): string => `tosca_definitions_version: tosca_2_0\n${body}\n`;

/** `expected`: each text is in one of the problems, and there are no others. */
export async function expectFound(text: string, expected: readonly string[]): Promise<void> {
  const problems = await found(text);
  expect(problems).toHaveLength(expected.length);
  for (const each of expected) expect(problems.join('\n')).toContain(each);
}
