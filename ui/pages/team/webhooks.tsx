import { useState } from 'preact/hooks';
import type { Webhook } from '../../../client/types.ts';
import { service } from '../../data/service.ts';
import { useLive } from '../../data/use-live.ts';
import { StateWord } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Awaited, Notice } from '../../parts/notice.tsx';
import { PlainTable } from '../../parts/plain-table.tsx';
import { Reached } from '../../parts/reached.tsx';
import { Ago } from '../../parts/time.tsx';
import { SwitchDialog } from './switch-dialog.tsx';
import type { TeamTabProps } from './tab-props.ts';
import { WebhookDialog } from './webhook-dialog.tsx';

const pause = (): number => 30_000;

/** `known`: the one that is changed, or taken away; absent: a new one */
type Wish = { readonly known?: Webhook; readonly isRemoval?: true };

/** Where events of the groups are sent that somebody manages, and whether they arrive. */
export const Webhooks = ({ me }: TeamTabProps) => {
  const { value, problem, reachedAt, refresh } = useLive<{ readonly webhooks: readonly Webhook[] }>(
    '/webhooks?deliveries=true',
    pause,
  );
  const [wish, ask] = useState<Wish>();
  const webhooks = value.value?.webhooks;
  if (webhooks === undefined) return <Awaited what="webhooks" problem={problem.value} />;
  const changing = { onClose: () => ask(undefined), onDone: refresh };
  return (
    <>
      <Reached problem={problem.value} at={reachedAt.value} />
      <div class="tab-toolbar">
        <button type="button" class="button small" onClick={() => ask({})}>
          <Icon name="plus" size={14} />
          Subscribe…
        </button>
      </div>
      {webhooks.length === 0 ? (
        <Notice icon="bell" title="No webhook is subscribed" />
      ) : (
        <Table webhooks={webhooks} onWish={ask} />
      )}
      {wish?.known !== undefined && wish.isRemoval ? (
        <Remove webhook={wish.known} {...changing} />
      ) : (
        wish !== undefined && <WebhookDialog groups={me?.manages ?? []} {...wish} {...changing} />
      )}
    </>
  );
};

interface TableProps {
  readonly webhooks: readonly Webhook[];
  readonly onWish: (wish: Wish) => void;
}

const Table = ({ webhooks, onWish }: TableProps) => (
  <PlainTable heads={['Name', 'Latest event', 'Address', 'Events', '']} unnamed="Change">
    {webhooks.map((one) => (
      <Row key={`${one.issuer} ${one.userGroup} ${one.name}`} one={one} onWish={onWish} />
    ))}
  </PlainTable>
);

const Row = ({ one, onWish }: { readonly one: Webhook; readonly onWish: TableProps['onWish'] }) => {
  const { name, userGroup, issuer, url, form, kinds, delivery } = one;
  return (
    <tr>
      <th scope="row">
        {name}
        <p class="faint" title={issuer}>
          {userGroup}
        </p>
      </th>
      <td data-label="Latest event">
        <Latest delivery={delivery} />
      </td>
      <td data-label="Address" class="breaking">
        {url}
        {form === 'cloudevents' && <p class="faint">CloudEvents</p>}
      </td>
      <td data-label="Events">{kinds === undefined ? 'all' : kinds.join(', ')}</td>
      <td>
        <button
          type="button"
          class="button small"
          aria-label={`Change… ${name}`}
          onClick={() => onWish({ known: one })}
        >
          Change…
        </button>
        <button
          type="button"
          class="button small"
          aria-label={`Take away… ${name}`}
          onClick={() => onWish({ known: one, isRemoval: true })}
        >
          Take away…
        </button>
      </td>
    </tr>
  );
};

const words = {
  delivered: { tone: 'running', word: 'Delivered' },
  failing: { tone: 'failed', word: 'Fails, is tried again' },
  'given-up': { tone: 'failed', word: 'Given up' },
} as const;

const Latest = ({ delivery }: { readonly delivery: Webhook['delivery'] | undefined }) => {
  if (delivery === undefined) return <span class="faint">none in the last 30 days</span>;
  const { state, at, failingSince, failedTries = 0, reason } = delivery;
  return (
    <>
      <StateWord state={words[state]} /> <Ago at={at} />
      {failingSince !== undefined && (
        <p class="soft breaking">
          {failedTries} failed {failedTries === 1 ? 'try' : 'tries'} since <Ago at={failingSince} />: {reason}
        </p>
      )}
    </>
  );
};

interface RemoveProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const Remove = ({ webhook: { name, userGroup, issuer }, ...changing }: RemoveProps) => (
  <SwitchDialog
    {...changing}
    words={{
      title: `Take ${name} away?`,
      text: 'Nothing more is sent there. A new one of this name has another key.',
      button: 'Take it away',
      done: `${name} is told nothing more.`,
    }}
    send={() => service.unsubscribe(name, `${userGroup}@${issuer}`)}
  />
);
