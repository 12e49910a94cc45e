import type { Checks, DeploymentView, RepairPlan } from '../../../../client/types.ts';
import { driftLine } from '../../../../src/domain/deployments/record/drift-summary.ts';
import type { State, Tone } from '../../../states/tones.ts';

type Finding = Checks['findings'][number];

/** Statuses in which the service takes a check. */
const checkable: readonly DeploymentView['status'][] = ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_FAILED'];

/** Whether the user may ask for a check now. */
export const canCheck = ({ may, status }: Pick<DeploymentView, 'may' | 'status'>): boolean =>
  may.change && checkable.includes(status);

/** What the last check came to. */
export const resultOf = ({ last, drift }: Checks): State => {
  if (last === undefined) return { tone: 'waiting', word: 'Not checked yet' };
  if (last.verdict === 'nothing-stands') return { tone: 'waiting', word: 'Nothing to compare: its provider runs jobs' };
  if (last.verdict === 'not-checked') return { tone: 'off', word: 'Not checked' };
  const line = driftLine(drift);
  return line === undefined ? { tone: 'running', word: 'In order' } : { tone: 'failed', word: line };
};

const tones: { readonly [K in Finding['is']]: Tone } = {
  missing: 'failed',
  changed: 'failed',
  stopped: 'failed',
  unknown: 'failed',
  ignored: 'waiting',
  'not-checked': 'off',
  'not-comparable': 'waiting',
};

/** A kind that a newer service has and this page does not know is shown by its own word. */
export const findingState = (is: Finding['is']): State => ({
  tone: tones[is] ?? 'waiting',
  word: is.replaceAll('-', ' '),
});

/** Milliseconds until the checks are read again: a check in progress ends without a change of the view when it finds nothing new. */
export const checkPause = ({ state }: Checks): number => (state === 'NONE' ? 300_000 : 5_000);

/** Whether the last check has found anything that a repair could put right. */
export const canRepair = (view: Pick<DeploymentView, 'may' | 'status'>, { drift }: Checks): boolean =>
  canCheck(view) && driftLine(drift) !== undefined;

const repairs: { readonly [H in RepairPlan['items'][number]['how']]: string } = {
  remade: 'is made again',
  started: 'is started',
  stopped: 'is stopped again',
  altered: 'gets back',
  left: 'is left as it is',
  refused: 'would lose data',
};

/** What a repair does about a finding, after the name of its node. */
export const repairLine = ({ how, property, old, new: now, why }: RepairPlan['items'][number]): string => {
  const what = repairs[how] ?? how;
  const words = how === 'altered' ? `${what} ${property}: ${now ?? 'nothing'} → ${old ?? 'nothing'}` : what;
  return why === undefined ? words : `${words}: ${why}`;
};
