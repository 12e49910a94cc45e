import { readSteps, type Setting, sendNext } from './advance-software.ts';

/** Minutes that operations before a deletion may take altogether. */
const endingMins = 10;

/**
 * Runs the operations before a deletion one after another, as far as machines answer. Undefined: nothing is left to wait
 * for. Nothing stops a deletion: what fails, or takes too long, is left.
 */
export const stopSoftware = async (setting: Setting): Promise<string | undefined> => {
  const { software, now } = setting;
  const chained = software.ending.map((step, index) => ({
    ...step,
    after: index === 0 ? [] : [software.ending[index - 1]?.key ?? ''],
  }));
  const { seen } = await readSteps({ ...setting, since: '', software: { ...software, steps: chained } }, [
    'done',
    'failed',
  ]);
  const sent = seen.flatMap(({ run }) => run?.sentAt ?? []).toSorted();
  const [first] = sent;
  if (first !== undefined && now.getTime() - Date.parse(first) > endingMins * 60_000) return undefined;
  const { running } = await sendNext(setting, seen);
  return running.length === 0 ? undefined : `running ${running.join(', ')} before the deletion`;
};
