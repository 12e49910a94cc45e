import type { Examined } from '../../src/tosca/process.ts';

/** What is found in a file that cannot be read. */
export const unreadable = (message: string): Examined => {
  const place = { file: 'template', line: 1, column: 1, path: '' };
  const problems = [{ code: 'file-unreadable', severity: 'error' as const, message, ...place }];
  return { ok: false, version: undefined, topology: undefined, problems, imports: [], inputs: [] };
};
