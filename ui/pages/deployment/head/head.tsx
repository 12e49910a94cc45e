import { useState } from 'preact/hooks';
import { isWorking } from '../../../../client/pace.ts';
import type { DeploymentView } from '../../../data/view.ts';
import { Badge } from '../../../parts/badge.tsx';
import { Copy } from '../../../parts/copy.tsx';
import { CostFact } from '../../../parts/cost-fact.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { later } from '../../../parts/later.tsx';
import { PinButton } from '../../../parts/pin-button.tsx';
import { Elapsed } from '../../../parts/time.tsx';
import { shortId } from '../../../states/short-id.ts';
import { operationState } from '../../../states/tones.ts';
import { WatchButton } from '../../../watching/watch-button.tsx';
import { Settings } from '../settings/settings.tsx';
import { hasJobs, onlyJobs } from './stages.ts';

const DeleteDialog = later('dialog', async () => (await import('../dialogs.ts')).DeleteDialog);
const ResetDialog = later('dialog', async () => (await import('../dialogs.ts')).ResetDialog);

interface HeadProps {
  readonly view: DeploymentView;
  readonly refresh: () => void;
}

export const Head = ({ view, refresh }: HeadProps) => {
  const { uuid, name, status, operation, changedAt } = view;
  const working = isWorking(status);
  return (
    <div class="deployment-head">
      <div>
        <nav class="crumbs" aria-label="Breadcrumb">
          <a href="deployments">Deployments</a>
          <Icon name="right" size={12} />
          <span class="mono">{shortId(uuid)}</span>
          <Copy text={uuid} what="the id" />
        </nav>
        <div class="title-line">
          <h1>{name}</h1>
          <Badge state={operationState(view, onlyJobs(view))} said={status} live />
          {(working || status.endsWith('_FAILED')) && (
            <span class="soft tabular" aria-live="off">
              {working ? (
                <Elapsed from={operation.acceptedAt} />
              ) : (
                <>
                  after <Elapsed from={operation.acceptedAt} to={changedAt} />
                </>
              )}
            </span>
          )}
          <PinButton uuid={uuid} name={name} />
        </div>
        <Facts view={view} />
        <Settings view={view} refresh={refresh} />
      </div>
      <div class="head-actions">
        {working && <WatchButton view={view} />}
        <Actions view={view} refresh={refresh} />
      </div>
    </div>
  );
};

const timeOf = (at: string): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const Facts = ({ view }: { view: DeploymentView }) => {
  const { provider, attempt, resources, createdBy, userGroup, createdAt } = view;
  return (
    <ul class="facts">
      <li>
        <Icon name="cloud" size={14} />
        {provider === undefined ? 'no provider yet' : provider.name}
        {provider?.region !== undefined && !provider.name.includes(provider.region) && (
          <span class="faint">{provider.region}</span>
        )}
        {attempt !== undefined && attempt.number > 1 && <strong class="attempt">attempt {attempt.number}</strong>}
      </li>
      <li>
        {resources.length} {resources.length === 1 ? 'resource' : 'resources'}
      </li>
      {view.cost !== undefined && (
        <li>
          <CostFact cost={view.cost} />
        </li>
      )}
      <li title={createdBy.issuer}>
        <Icon name="person" size={14} />
        {createdBy.subject}
      </li>
      {userGroup !== undefined && (
        <li>
          <Icon name="people" size={14} />
          {userGroup}
        </li>
      )}
      <li>
        <Icon name="clock" size={14} />
        <time dateTime={createdAt}>{timeOf(createdAt)}</time>
      </li>
      {!view.may.change && (
        <li>
          <Icon name="lock" size={14} />
          only {createdBy.subject}, managers of its group and administrators may change it
        </li>
      )}
    </ul>
  );
};

const Actions = ({ view, refresh }: HeadProps) => {
  const [open, setOpen] = useState<'delete' | 'reset'>();
  const close = (): void => setOpen(undefined);
  const { status, uuid, may } = view;
  if (!may.change) return null;
  const runsJobs = hasJobs(view);
  const canUpdate = !runsJobs && ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_FAILED'].includes(status);
  return (
    <>
      {canUpdate && (
        <a class="button" href={`deployments/${uuid}/update`}>
          <Icon name="update" />
          Update
        </a>
      )}
      {(status === 'CREATE_FAILED' || (runsJobs && status === 'CREATE_COMPLETE')) && (
        <a
          class={`button ${status === 'CREATE_FAILED' ? 'primary' : ''}`}
          href={`new?${status === 'CREATE_FAILED' ? 'retry' : 'from'}=${uuid}`}
        >
          <Icon name="again" />
          {status === 'CREATE_FAILED' ? 'Try again' : 'Run again'}
        </a>
      )}
      {status === 'DELETE_IN_PROGRESS' && (
        <button type="button" class="button" onClick={() => setOpen('reset')}>
          Reset…
        </button>
      )}
      {status !== 'DELETE_IN_PROGRESS' && !view.protected && (
        <button type="button" class="button danger" onClick={() => setOpen('delete')}>
          <Icon name="bin" />
          Delete…
        </button>
      )}
      {open === 'delete' && <DeleteDialog view={view} onClose={close} onDone={refresh} />}
      {open === 'reset' && <ResetDialog view={view} onClose={close} onDone={refresh} />}
    </>
  );
};
