import { Icon } from '../../parts/icon.tsx';
import { Ago } from '../../parts/time.tsx';
import type { TabProps } from './tab-props.ts';

interface AtWorkProps extends Pick<TabProps, 'view'> {
  /** the tab that is open */
  readonly tab: string;
}

/** What an operation waits for, or does that is an update for the service, but changes no template; and what a move has left. */
export const AtWork = (props: AtWorkProps) => (
  <>
    {props.view.task === 'APPROVAL' && <Waits uuid={props.view.uuid} />}
    <Operation {...props} />
    <Remains remains={props.view.remains} />
  </>
);

/** It may wait for days, and somebody else has to do something. */
const Waits = ({ uuid }: { uuid: string }) => (
  <p class="cause-box passed">
    <Icon name="pause" />
    <span>
      It waits for an approval of its plan. <a href={`team/approvals/${uuid}`}>See the plan and who may approve it</a>
    </span>
  </p>
);

const Operation = ({ view: { uuid, status, operation }, tab }: AtWorkProps) => {
  const { runs, moves } = operation;
  if (status !== 'UPDATE_IN_PROGRESS' || (runs === undefined && moves === undefined)) return null;
  return (
    <p class="cause-box passed">
      <Icon name={runs === undefined ? 'cloud' : 'play'} />
      {runs === undefined ? (
        <span>
          It moves away from {moves?.from.name}. What stands there stays in force until all is made elsewhere, and is
          destroyed when that provider answers again.
        </span>
      ) : (
        <span>
          It runs {runs}. {tab !== 'runs' && <a href={`deployments/${uuid}/runs`}>See how far it is</a>}
        </span>
      )}
    </p>
  );
};

/** What a move has left at a provider that gave no answer: it costs money until it is destroyed. */
const Remains = ({ remains }: { readonly remains: TabProps['view']['remains'] | undefined }) => {
  if (remains === undefined) return null;
  const { physicalId, provider, since } = remains;
  return (
    <p class="cause-box passed">
      <Icon name="warning" />
      <span>
        It moved <Ago at={since} />. What stood before, <span class="mono">{physicalId}</span>, still stands at{' '}
        {provider.name} and may cost money: it is destroyed when that provider answers again.
      </span>
    </p>
  );
};
