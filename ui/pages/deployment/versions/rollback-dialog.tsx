import { useState } from 'preact/hooks';
import type { VersionItem } from '../../../../client/types.ts';
import { rollbackDeployment } from '../../../data/changes.ts';
import { useRead } from '../../../data/read.ts';
import { service } from '../../../data/service.ts';
import type { DeploymentView } from '../../../data/view.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Loading } from '../../../parts/notice.tsx';
import { Refused } from '../../../parts/refused.tsx';
import { Replacements, replaceable } from '../../../wizard/replacements.tsx';
import { useRequestKey } from '../../../wizard/request-key.ts';
import { UpdatePlanView } from '../../../wizard/update-plan.tsx';
import { type Changing, useChange } from '../settings/use-change.ts';

interface RollbackProps extends Changing {
  readonly view: DeploymentView;
  readonly to: VersionItem;
}

/** Shows what going back to a version does, and asks. */
export const RollbackDialog = ({ view, to: { number }, ...changing }: RollbackProps) => {
  const { uuid, name } = view;
  const [message, setMessage] = useState('');
  const [secrets, setSecrets] = useState<{ readonly [input: string]: string }>({});
  const known = useRead(() => service.version(uuid, number), [uuid, number]);
  const missing = (known.value?.secrets ?? []).filter((secret) => !secret.known).map((secret) => secret.name);
  const isGiven = known.value !== undefined && missing.every((input) => (secrets[input] ?? '') !== '');
  const [allowed, allow] = useState<readonly string[]>([]);
  const given = {
    version: number,
    ...(missing.length > 0 && { parameters: secrets }),
    ...(allowed.length > 0 && { replace: allowed }),
  };
  const of = JSON.stringify([given, view.operation.id, view.status]);
  const plan = useRead(
    async () => (isGiven ? { of, plan: await service.planRollback(uuid, given) } : undefined),
    [uuid, of, isGiven],
  );
  const shown = plan.value?.plan;
  const request = { ...given, ...(message.trim() !== '' && { message: message.trim() }) };
  const idempotencyKey = useRequestKey(JSON.stringify([request, view.operation.id]));
  const send = (): Promise<void> => rollbackDeployment(view, request, idempotencyKey);
  const { submit, problem, isBusy } = useChange(send, `${name} goes back to version ${number}.`, changing);
  return (
    <Dialog title={`Go back to version ${number}?`} onClose={changing.onClose}>
      <form class="dialog-body" onSubmit={submit}>
        {missing.map((input) => (
          <label key={input} class="field">
            <span>
              Value of <strong>{input}</strong>, which the service no longer has
            </span>
            <input
              class="input"
              type="password"
              autocomplete="off"
              onChange={({ currentTarget }) => setSecrets({ ...secrets, [input]: currentTarget.value })}
            />
          </label>
        ))}
        {shown !== undefined && (
          <>
            <UpdatePlanView plan={shown} />
            <Replacements offered={replaceable(shown.changes)} allowed={allowed} onChange={allow} isLive />
          </>
        )}
        {shown === undefined && isGiven && plan.problem === undefined && <Loading what="what it does" />}
        {(plan.problem ?? known.problem) !== undefined && (
          <Refused words={`${(plan.problem ?? known.problem)?.message}`} />
        )}
        <label class="field">
          <span>Why (for the list of versions)</span>
          <input class="input" value={message} onInput={({ currentTarget }) => setMessage(currentTarget.value)} />
        </label>
        {problem !== undefined && <Refused words={problem} />}
        <div class="dialog-actions">
          <button type="button" class="button" onClick={changing.onClose}>
            Keep it as it is
          </button>
          <button
            type="submit"
            class="button primary"
            disabled={isBusy || plan.value?.of !== of || shown?.accepted !== true}
          >
            Go back to version {number}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
