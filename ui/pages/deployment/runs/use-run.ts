import type { RunPlan } from '../../../../client/types.ts';
import { type RunRequest, runOnDeployment } from '../../../data/changes.ts';
import { type Read, useRead } from '../../../data/read.ts';
import { service } from '../../../data/service.ts';
import { useSettled } from '../../../data/settled.ts';
import type { DeploymentView } from '../../../data/view.ts';
import { useRequestKey } from '../../../wizard/request-key.ts';
import { type Changing, useChange } from '../settings/use-change.ts';

interface Planned {
  /** what was planned, as JSON */
  readonly of: string;
  readonly plan: RunPlan;
}

const planOf = (uuid: string, { workflow, body }: RunRequest): Promise<RunPlan> =>
  workflow === undefined ? service.planOperation(uuid, body) : service.planWorkflow(uuid, workflow, body);

/** Plans what is asked for whenever it has changed, and runs it. `words`: what it is. */
export const useRun = (view: DeploymentView, request: RunRequest, words: string, changing: Changing) => {
  const { uuid, operation, status } = view;
  const of = JSON.stringify(request);
  const settled = useSettled(of);
  const read: Read<Planned> = useRead(
    async () => ({ of: settled, plan: await planOf(uuid, JSON.parse(settled) as RunRequest) }),
    [uuid, settled, operation.id, status],
  );
  const idempotencyKey = useRequestKey(JSON.stringify([request, operation.id]));
  const send = (): Promise<void> => runOnDeployment(view, request, idempotencyKey);
  const change = useChange(send, `${words} runs.`, changing);
  const isOfNow = settled === of && (read.value?.of === of || read.problem !== undefined);
  return {
    ...change,
    plan: read.value?.plan,
    /** why the service would refuse it */
    refused: read.problem,
    /** the plan and the refusal are of what is asked for now */
    isOfNow,
    canSend: isOfNow && read.problem === undefined && !change.isBusy,
  };
};
