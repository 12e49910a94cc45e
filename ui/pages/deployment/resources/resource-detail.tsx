import { useRead } from '../../../data/read.ts';
import { service } from '../../../data/service.ts';
import type { DeploymentView } from '../../../data/view.ts';
import { StateWord } from '../../../parts/badge.tsx';
import { Copy } from '../../../parts/copy.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Loading, Problem } from '../../../parts/notice.tsx';
import { nodeState } from '../../../states/tones.ts';
import { MachineAction } from '../actions/machine-action.tsx';
import { hardwareIn } from './hardware.ts';

interface DetailProps {
  readonly view: DeploymentView;
  readonly id: string;
  readonly kind: string | undefined;
  readonly refresh: () => void;
}

/** One resource: what its provider says of it. It has an address of its own, so that "look at this machine" can be sent. */
export const ResourceDetail = ({ view, id, kind = '', refresh }: DetailProps) => {
  const seen = view.resources.find((resource) => resource.id === id);
  const { value, problem } = useRead(() => service.resource(view.uuid, id), [view.uuid, id, seen?.since]);
  if (problem !== undefined) return <Problem error={problem} />;
  if (value === undefined) return <Loading what="the resource" />;
  const pairs = [
    ['Id', value.uuid],
    ['Id at the provider', value.physicalId ?? ''],
    ['Type', value.toscaNodeType],
    ...hardwareIn(value.metadata?.['VirtualMachineInfo']),
    ['Infrastructure', value.metadata?.['InfrastructureId'] ?? ''],
  ].filter(([, text]) => text !== '');
  return (
    <section class="card detail" aria-label={`Resource ${value.toscaNodeName}`}>
      <div class="side-head">
        <h2>{value.toscaNodeName}</h2>
        <StateWord state={nodeState(seen?.state ?? value.state, kind)} />
        {seen !== undefined && <MachineAction view={view} resource={seen} kind={kind} refresh={refresh} />}
        <a class="quiet" href={`deployments/${view.uuid}/resources`} aria-label="Close this resource">
          <Icon name="cross" />
        </a>
      </div>
      {seen?.reason !== undefined && <p class="reason">{seen.reason}</p>}
      <dl class="pairs wide">
        {pairs.map(([label = '', text = '']) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd class="mono">
              {text} <Copy text={text} what={label.toLowerCase()} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
