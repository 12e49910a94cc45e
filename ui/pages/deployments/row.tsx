import { useEffect } from 'preact/hooks';
import { isWorking } from '../../../client/pace.ts';
import type { DeploymentItem, DeploymentView } from '../../../client/types.ts';
import { causeLinesOf } from '../../../src/domain/deployments/record/cause-line.ts';
import { driftLine } from '../../../src/domain/deployments/record/drift-summary.ts';
import { shownView } from '../../data/shown-view.ts';
import { useReadAgain } from '../../data/use-live.ts';
import { Badge } from '../../parts/badge.tsx';
import { CostFact } from '../../parts/cost-fact.tsx';
import { PinButton } from '../../parts/pin-button.tsx';
import { ResourceBar } from '../../parts/resource-bar.tsx';
import { Ago, serviceNow } from '../../parts/time.tsx';
import { shortId } from '../../states/short-id.ts';
import { deploymentState, operationState, runsJobs } from '../../states/tones.ts';
import { endOf } from '../deployment/settings/end-words.ts';
import { choose, chosen } from './chosen.ts';
import { nameOf, providerOf } from './filters.ts';

interface RowProps {
  readonly item: DeploymentItem;
  /** called with the number of its resources */
  readonly onCount: (count: number) => void;
}

export const Row = ({ item, onCount }: RowProps) => {
  const { uuid, status, userGroup, createdBy, updateTime } = item;
  const address = `/deployments/${uuid}/view?topology=false`;
  const view = useReadAgain<DeploymentView>(address, `${status} ${updateTime}`, rowPause).value.value;
  const resources = view?.resources.length;
  useEffect(() => {
    if (resources !== undefined) onCount(resources);
  }, [resources]);
  const now = view?.status ?? status;
  const onlyJobs = runsJobs(item);
  const state = view === undefined ? deploymentState(status, onlyJobs) : operationState(view, onlyJobs);
  const drift = driftLine(view?.drift);
  const expiresAt = view?.expiresAt ?? item.expiresAt;
  const end = expiresAt === undefined ? undefined : endOf(expiresAt, serviceNow.value);
  const next = (view ?? item).officeHours?.next?.text;
  const provider = view?.provider?.name ?? providerOf(item);
  const causes = now.endsWith('_FAILED') ? (view?.cause ?? []) : [];
  return (
    <tbody>
      <tr>
        <td class="chooses">
          <input
            type="checkbox"
            aria-label={`Choose ${nameOf(item)}`}
            checked={chosen.value.has(uuid)}
            onChange={({ currentTarget }) => choose([uuid], currentTarget.checked)}
          />
        </td>
        <th scope="row">
          <span class="name-line">
            <a class="row-link" title={nameOf(item)} href={`deployments/${uuid}`}>
              {nameOf(item)}
            </a>
            <PinButton uuid={uuid} name={nameOf(item)} />
          </span>
          <span class="mono faint">{shortId(uuid)}</span>
          <Labels labels={item.labels} />
        </th>
        <td data-label="State">
          <Badge state={state} said={now} />
          {drift !== undefined && <p class="cause">{drift}</p>}
          {end?.isSoon && <p class="cause attempt">{end.words}</p>}
          {next !== undefined && <p class="faint">{next}</p>}
        </td>
        <td data-label="Provider" class="one-line" title={provider}>
          {provider ?? <None />}
          {view?.cost && (
            <p class="faint">
              <CostFact cost={view.cost} />
            </p>
          )}
        </td>
        <td data-label="Resources">{view ? <ResourceBar resources={shownView(view).resources} /> : <None />}</td>
        <td data-label="Group" class="one-line" title={userGroup}>
          {userGroup || <None />}
        </td>
        <td data-label="By">
          <span class="cut" title={`${createdBy.subject} of ${createdBy.issuer}`}>
            {createdBy.subject}
          </span>
        </td>
        <td data-label="Changed" class="nowrap">
          <Ago at={view?.changedAt ?? updateTime} />
        </td>
      </tr>
      {causes.length > 0 && <Causes causes={causes} />}
    </tbody>
  );
};

/** Below the whole row: in a column of a narrow screen a sentence of a provider takes many lines, and ends unread. */
const Causes = ({ causes }: { readonly causes: DeploymentView['cause'] }) => (
  <tr class="causes">
    <td />
    <td colSpan={7}>
      {causeLinesOf(causes).map((line) => (
        <p key={line} class="cause" title={line}>
          {line}
        </p>
      ))}
    </td>
  </tr>
);

/** More specific than the name, which leads to the deployment: each leads to all that have it. */
const Labels = ({ labels = {} }: { readonly labels: DeploymentItem['labels'] | undefined }) =>
  Object.keys(labels).length === 0 ? null : (
    <span class="row-labels">
      {Object.entries(labels)
        .toSorted()
        .map(([name, value]) => (
          <a
            key={name}
            class="chip"
            title={`Deployments with ${name}=${value}`}
            href={`deployments?label=${encodeURIComponent(`${name}=${value}`)}`}
          >
            {name}={value}
          </a>
        ))}
    </span>
  );

const None = () => <span class="faint none">–</span>;

/** A row that works is asked again soon. Of any other the list says when it changes, except for machines that are stopped by hand. */
const rowPause = ({ status }: DeploymentView): number => (isWorking(status) ? 3_000 : 300_000);
