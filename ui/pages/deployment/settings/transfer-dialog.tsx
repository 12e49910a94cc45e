import { useState } from 'preact/hooks';
import { answerTransfer, giveDeployment } from '../../../data/changes.ts';
import type { DeploymentView } from '../../../data/view.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Refused } from '../../../parts/refused.tsx';
import { type Changing, useChange } from './use-change.ts';

type Props = Changing & { readonly view: DeploymentView };

/** To ask somebody to take it over, or to answer. */
export const TransferDialog = (props: Props) => (props.view.may.give ? <Give {...props} /> : <Take {...props} />);

const Give = ({ view, ...changing }: Props) => {
  const { uuid, name, transfer, userGroup } = view;
  const [typed, setTyped] = useState(transfer?.to ?? '');
  // a blank that was copied with it is part of nobody's subject
  const to = typed.trim();
  const ask = (): Promise<void> => giveDeployment(uuid, to === '' ? {} : { to });
  const whom = to === '' ? `any member of ${userGroup}` : to;
  const { submit, problem, isBusy } = useChange(ask, `${whom} is asked to take ${name} over.`, changing);
  const back = useChange(() => giveDeployment(uuid, null), 'Nobody is asked any more.', changing);
  return (
    <Dialog title={`Give ${name} away`} onClose={changing.onClose}>
      <form class="dialog-body" onSubmit={submit}>
        <p>
          Once it is accepted it is theirs: they change it, read its inputs, log and secrets, and it counts in their
          quotas. Its callback is taken out. Until then nothing changes.
        </p>
        <label class="field">
          A member of {userGroup}, by the subject of their tokens; empty: whoever accepts first
          <input class="input" value={typed} onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
        </label>
        {(problem ?? back.problem) !== undefined && <Refused words={problem ?? back.problem ?? ''} />}
        <div class="dialog-actions">
          {transfer && (
            <button
              type="button"
              class="button"
              disabled={isBusy || back.isBusy}
              onClick={(event) => void back.submit(event)}
            >
              Take the question back
            </button>
          )}
          <button type="button" class="button" onClick={changing.onClose}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={isBusy || back.isBusy}>
            Ask
          </button>
        </div>
      </form>
    </Dialog>
  );
};

type TakeProps = Changing & { readonly view: Pick<DeploymentView, 'uuid' | 'name' | 'createdBy' | 'transfer'> };

/** To answer who asks. */
export const Take = ({ view, ...changing }: TakeProps) => {
  const { uuid, name, createdBy, transfer } = view;
  const [key] = useState(() => crypto.randomUUID());
  const [otherKey] = useState(() => crypto.randomUUID());
  const accept = useChange(() => answerTransfer(uuid, 'accept', key), `${name} is yours.`, changing);
  const decline = useChange(() => answerTransfer(uuid, 'decline', otherKey), `${name} stays as it was.`, changing);
  const problem = accept.problem ?? decline.problem;
  const isBusy = accept.isBusy || decline.isBusy;
  return (
    <Dialog title={`Take ${name} over`} onClose={changing.onClose}>
      <form class="dialog-body" onSubmit={accept.submit}>
        <p>
          It is {createdBy.subject}’s. Once you accept it is yours, counts in your quotas, and what is done to it is
          done in your name.
        </p>
        {problem !== undefined && <Refused words={problem} />}
        <div class="dialog-actions">
          {transfer?.to !== undefined && (
            <button type="button" class="button" disabled={isBusy} onClick={(event) => void decline.submit(event)}>
              Decline
            </button>
          )}
          <button type="button" class="button" onClick={changing.onClose}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={isBusy}>
            Accept
          </button>
        </div>
      </form>
    </Dialog>
  );
};
