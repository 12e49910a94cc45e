import { appendFile } from 'node:fs/promises';
import { githubSummary } from './github.ts';
import { type Checked, reportFolder } from './problem-place.ts';

/** Adds to the summary of a job of GitHub, which names the file in a variable; elsewhere there is none. */
export const writeSummary = async (
  checked: readonly Checked[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> => {
  const file = env['GITHUB_STEP_SUMMARY'];
  if (file !== undefined && file !== '') await appendFile(file, githubSummary(checked, reportFolder(env)));
};
