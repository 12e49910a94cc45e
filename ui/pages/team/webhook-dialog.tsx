import { useState } from 'preact/hooks';
import type { SubscribedWebhook, Webhook } from '../../../client/types.ts';
import { service } from '../../data/service.ts';
import { Copy } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Refused } from '../../parts/refused.tsx';
import { type Changing, useChange } from '../deployment/settings/use-change.ts';

interface Props extends Changing {
  /** that the user manages */
  readonly groups: readonly string[];
  /** the one that is changed; absent: a new one */
  readonly known?: Webhook;
}

/** Subscribes a webhook or changes one, whose address is asked for again: the service shows its origin only. Shows the key of a new one once. */
export const WebhookDialog = ({ groups, known, ...changing }: Props) => {
  const [made, setMade] = useState<SubscribedWebhook>();
  return made === undefined ? (
    <Subscribe groups={groups} known={known} onMade={setMade} {...changing} />
  ) : (
    <Key made={made} onClose={changing.onClose} />
  );
};

type SubscribeProps = Omit<Props, 'known'> & {
  readonly known: Webhook | undefined;
  readonly onMade: (made: SubscribedWebhook) => void;
};

const Subscribe = ({ groups, known, onMade, onClose, onDone }: SubscribeProps) => {
  const [name, setName] = useState(known?.name ?? '');
  const [group, setGroup] = useState(groups[0] ?? '');
  const [url, setUrl] = useState('');
  const [kinds, setKinds] = useState((known?.kinds ?? []).join(', '));
  const [isCloudEvents, setCloudEvents] = useState(known?.form === 'cloudevents');
  const [key] = useState(() => crypto.randomUUID());
  const send = async (): Promise<void> => {
    const of = known === undefined ? group.trim() : `${known.userGroup}@${known.issuer}`;
    const form = isCloudEvents ? 'cloudevents' : 'toscanini';
    const webhook = { url: url.trim(), form, ...kindsIn(kinds) } as const;
    const answer = await service.subscribe(name.trim(), of, webhook, { idempotencyKey: key });
    if (answer === undefined) onClose();
    else onMade(answer);
  };
  // a new one closes once its key was seen
  const { submit, problem, isBusy } = useChange(send, 'It is told what happens from now on.', {
    ...{ onClose: () => undefined, onDone },
  });
  return (
    <Dialog title={known === undefined ? 'Subscribe a webhook' : `Change ${known.name}`} onClose={onClose}>
      <form class="dialog-body" onSubmit={submit}>
        {known === undefined && <Text words="Name: a-z, 0-9 and -" value={name} onValue={setName} />}
        {known === undefined && <Text words="Group" value={group} onValue={setGroup} />}
        <Text
          words={known === undefined ? 'Address' : `Address, again: only ${new URL(known.url).origin} of it is shown`}
          value={url}
          onValue={setUrl}
        />
        <Text
          words="Only these kinds of events, such as FAILED, DRIFT; empty: all"
          value={kinds}
          onValue={setKinds}
          isOptional
        />
        <label class="field check">
          <input
            type="checkbox"
            checked={isCloudEvents}
            onChange={({ currentTarget }) => setCloudEvents(currentTarget.checked)}
          />
          As CloudEvents 1.0
        </label>
        {problem !== undefined && <Refused words={problem} />}
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={isBusy}>
            {known === undefined ? 'Subscribe' : 'Change'}
          </button>
        </div>
      </form>
    </Dialog>
  );
};

/** The service says which kinds there are. */
const kindsIn = (text: string): Pick<Partial<Webhook>, 'kinds'> => {
  const kinds = text.split(/[\s,]+/).filter((kind) => kind !== '');
  return kinds.length === 0 ? {} : { kinds: kinds.map((kind) => kind.toUpperCase()) as NonNullable<Webhook['kinds']> };
};

interface TextProps {
  readonly words: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly isOptional?: boolean;
}

const Text = ({ words, value, onValue, isOptional = false }: TextProps) => (
  <label class="field">
    {words}
    <input
      class="input"
      required={!isOptional}
      value={value}
      onInput={({ currentTarget }) => onValue(currentTarget.value)}
    />
  </label>
);

const Key = ({
  made: { name, secret },
  onClose,
}: {
  readonly made: SubscribedWebhook;
  readonly onClose: () => void;
}) => (
  <Dialog title={`${name} is subscribed`} onClose={onClose}>
    <div class="dialog-body">
      <p>{secret === undefined ? 'Nothing is signed here.' : 'The key of its signatures, which is not shown again:'}</p>
      {secret !== undefined && (
        <p class="mono breaking">
          {secret} <Copy text={secret} what="the key" />
        </p>
      )}
      <div class="dialog-actions">
        <button type="button" class="button primary" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  </Dialog>
);
