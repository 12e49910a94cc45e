import { useState } from 'preact/hooks';
import { ToscaniniError } from '../../../client/errors.ts';
import type { Approval } from '../../../client/types.ts';
import { service } from '../../data/service.ts';
import { Icon } from '../../parts/icon.tsx';
import { Refused } from '../../parts/refused.tsx';
import { toast } from '../../parts/toast.tsx';
import { nameOf, type Rights } from './approval-words.ts';

interface DecideProps {
  readonly one: Approval;
  readonly rights: Rights;
  readonly refresh: () => void;
}

type Decision = 'approve' | 'refuse';

/** Approves or refuses the plan that is on the screen: another one the service does not take. */
export const Decide = ({ one, rights, refresh }: DecideProps) => {
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const decide = async (decision: Decision): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const words = comment.trim();
      const after = await service.decide(one.deployment.uuid, {
        ...{ decision, digest: one.digest },
        ...(words !== '' && { comment: words }),
      });
      toast(said(decision, rights, after));
    } catch (error) {
      if (!(error instanceof ToscaniniError)) throw error;
      setProblem(error.message);
    }
    setBusy(false);
    refresh();
  };
  if (!rights.approve && !rights.refuse) return <p class="soft">You are in none of the groups that may approve it.</p>;
  return (
    <section class="card detail decide" aria-label="Your decision">
      <h2>Your decision</h2>
      {rights.isOwn && <p class="soft">You have asked for it, so somebody else approves. You may take it back.</p>}
      <label class="field">
        <span>Comment: all who see the deployment see it too</span>
        <textarea
          rows={2}
          maxLength={1000}
          value={comment}
          onInput={(event) => setComment(event.currentTarget.value)}
        />
      </label>
      {problem !== undefined && <Refused words={problem} />}
      <div class="dialog-actions">
        {rights.refuse && (
          <button type="button" class="button danger" disabled={isBusy} onClick={() => void decide('refuse')}>
            <Icon name="cross" />
            {rights.isOwn ? 'Take it back' : 'Refuse'}
          </button>
        )}
        {rights.approve && (
          <button type="button" class="button primary" disabled={isBusy} onClick={() => void decide('approve')}>
            <Icon name="tick" />
            Approve
          </button>
        )}
      </div>
    </section>
  );
};

const said = (decision: Decision, { isOwn }: Rights, after: Approval): string => {
  const name = nameOf(after);
  if (decision === 'refuse') return isOwn ? `You have taken ${name} back.` : `${name} is refused.`;
  return after.state === 'waiting' ? `Approved; ${name} waits for another group.` : `${name} goes on.`;
};
