import { useState } from 'preact/hooks';
import type { DeploymentItem } from '../../../client/types.ts';
import { Badge } from '../../parts/badge.tsx';
import { later } from '../../parts/later.tsx';
import { Awaited, Notice } from '../../parts/notice.tsx';
import { PlainTable } from '../../parts/plain-table.tsx';
import { Reached } from '../../parts/reached.tsx';
import { Ago } from '../../parts/time.tsx';
import { deploymentState, runsJobs } from '../../states/tones.ts';
import { Until } from '../approval/until.tsx';
import type { TeamTabProps } from './tab-props.ts';
import { type Offer, useOffered } from './use-offered.ts';

const Take = later('dialog', async () => (await import('../deployment/dialogs.ts')).Take);

/** Deployments of the user's groups that their owners want to give to the user, or to whoever accepts first. */
export const Offered = ({ me }: TeamTabProps) => {
  const { offers, problem, reachedAt, refresh } = useOffered(me);
  const [answered, answer] = useState<Offer>();
  if (offers === undefined) return <Awaited what="what is offered to you" problem={problem} />;
  return (
    <>
      <Reached problem={problem} at={reachedAt} />
      {offers.length === 0 ? (
        <Notice icon="box" title="Nothing is offered to you">
          <p>
            {(me?.groups ?? []).length === 0
              ? 'Only members of the group of a deployment can be asked to take it over, and the service knows no group of yours.'
              : 'The owner of a deployment can ask you, or all of its group, to take it over: with “Give away…” on its page. It stands here until somebody answers, or the question expires.'}
          </p>
        </Notice>
      ) : (
        <Table offers={offers} onAnswer={answer} />
      )}
      {answered !== undefined && <Take view={answered} onClose={() => answer(undefined)} onDone={refresh} />}
    </>
  );
};

interface TableProps {
  readonly offers: readonly Offer[];
  readonly onAnswer: (offer: Offer) => void;
}

const Table = ({ offers, onAnswer }: TableProps) => (
  <PlainTable heads={['Deployment', 'State', 'Of', 'Asked', 'Until', '']} unnamed="Answer">
    {offers.map((offer) => (
      <Row key={offer.uuid} offer={offer} onAnswer={() => onAnswer(offer)} />
    ))}
  </PlainTable>
);

const Row = ({ offer, onAnswer }: { readonly offer: Offer; readonly onAnswer: () => void }) => {
  const { uuid, name, item, createdBy, userGroup, transfer } = offer;
  return (
    <tr>
      <th scope="row">
        <a href={`deployments/${uuid}`}>{name}</a>
        <p class="faint">{userGroup}</p>
      </th>
      <td data-label="State">
        <Badge state={stateOf(item)} said={item.status} />
      </td>
      <td data-label="Of" title={createdBy.issuer}>
        {createdBy.subject}
      </td>
      <td data-label="Asked">
        {transfer.to === undefined ? 'the group' : 'you'}, <Ago at={transfer.since} />
      </td>
      <td data-label="Until" class="nowrap">
        <Until at={transfer.expiresAt} />
      </td>
      <td>
        <button type="button" class="button small" aria-label={`Take over… ${name}`} onClick={onAnswer}>
          Take over…
        </button>
      </td>
    </tr>
  );
};

const stateOf = (item: DeploymentItem) => deploymentState(item.status, runsJobs(item));
