import { causeLine } from '../../../../src/domain/deployments/record/cause-line.ts';
import type { DeploymentView, ViewNode, ViewResource } from '../../../data/view.ts';
import { Icon, ToneIcon } from '../../../parts/icon.tsx';
import { later } from '../../../parts/later.tsx';
import { NameCut } from '../../../parts/name-cut.tsx';
import { ToneCounts } from '../../../parts/resource-bar.tsx';
import { Elapsed } from '../../../parts/time.tsx';
import { nodeState, type Tone, tones } from '../../../states/tones.ts';
import { MachineAction } from '../actions/machine-action.tsx';
import { useDeployment, useEvents } from '../data.ts';
import { addressesIn, OutputList } from '../outputs/outputs.tsx';
import { Feed } from '../timeline/feed.tsx';
import { typeName } from '../types.ts';

/** Few providers have prices. */
const CostSection = later('cost', async () => (await import('./cost-section.tsx')).CostSection);

interface SideProps {
  readonly view: DeploymentView;
  readonly selected: string | undefined;
  readonly onSelect: (node: string | undefined) => void;
  readonly refresh: () => void;
}

export const Side = (props: SideProps) => {
  const { view, selected } = props;
  const node = view.nodes?.find(({ name }) => name === selected);
  return (
    <aside class="card side" aria-label={node === undefined ? 'Summary' : `Node ${node.name}`}>
      {node === undefined ? <Summary {...props} /> : <Chosen {...props} node={node} />}
    </aside>
  );
};

const Summary = ({ view, onSelect }: SideProps) => {
  const { outputs } = useDeployment(view).value ?? {};
  const { value: events, problem } = useEvents(view);
  return (
    <>
      <section>
        <ToneCounts resources={view.resources} />
      </section>
      <section>
        <h2>Nodes</h2>
        <ul class="node-list">
          {byPressure(view).map(({ name, kind, resources }) => (
            <NodeLine key={name} name={name} kind={kind} resources={resources} onSelect={onSelect} />
          ))}
        </ul>
      </section>
      {view.cost !== undefined && <CostSection view={view} />}
      {outputs !== undefined && Object.keys(outputs).length > 0 && (
        <section>
          <h2>
            <a href={`deployments/${view.uuid}/outputs`}>Outputs</a>
          </h2>
          <OutputList outputs={outputs} addresses={addressesIn(view)} most={4} />
        </section>
      )}
      <section>
        <h2>
          <a href={`deployments/${view.uuid}/timeline`}>Timeline</a>
        </h2>
        {events !== undefined && <Feed events={events.slice(-6)} from={view.operation.acceptedAt} view={view} />}
        {events === undefined && problem !== undefined && (
          <p class="faint">It cannot be shown now: {problem.message}</p>
        )}
      </section>
    </>
  );
};

/** The nodes in the order in which they matter: what has failed comes first. */
const byPressure = ({ nodes = [], resources }: DeploymentView) => {
  const all = Map.groupBy(resources, ({ node }) => node);
  return nodes
    .map(({ name, kind }) => ({ name, kind, resources: all.get(name) ?? [] }))
    .toSorted((a, b) => tones.indexOf(toneOf(a.resources)) - tones.indexOf(toneOf(b.resources)));
};

/** The most pressing tone of all instances. */
const toneOf = (resources: readonly ViewResource[]): Tone =>
  tones.find((tone) => resources.some(({ state }) => nodeState(state).tone === tone)) ?? 'waiting';

interface LineProps {
  readonly name: string;
  readonly kind: string;
  readonly resources: readonly ViewResource[];
  readonly onSelect: (node: string) => void;
}

const NodeLine = ({ name, kind, resources, onSelect }: LineProps) => {
  const tone = toneOf(resources);
  const pressing = resources.find(({ state }) => nodeState(state).tone === tone);
  const same = resources.filter(({ state }) => nodeState(state).tone === tone).length;
  return (
    <li>
      <button type="button" class={`node-line tone-${tone}`} onClick={() => onSelect(name)}>
        <ToneIcon tone={tone} />
        <span class="node-name">
          <NameCut name={name} />
          {resources.length > 1 && <span class="faint"> ×{resources.length}</span>}
        </span>
        <span class="node-state">
          {pressing === undefined ? 'waiting' : nodeState(pressing.state, kind).word}
          {resources.length > 1 && same < resources.length && ` ${same}/${resources.length}`}
        </span>
        <span class="node-time faint">
          {pressing !== undefined && tone !== 'running' && <Elapsed from={pressing.since} />}
        </span>
      </button>
    </li>
  );
};

const factWords: { readonly [fact: string]: string } = {
  cpus: 'vCPU',
  memory: 'Memory',
  disk: 'Disk',
  gpus: 'GPU',
  os: 'System',
  image: 'Image',
  size: 'Size',
  version: 'Version',
  network: 'Network',
};

const Chosen = ({ view, node, onSelect, refresh }: SideProps & { node: ViewNode }) => {
  const resources = view.resources.filter((one) => one.node === node.name);
  const failures = view.status.endsWith('_COMPLETE') ? [] : view.cause.filter((one) => one.node === node.name);
  return (
    <>
      <section>
        <div class="side-head">
          <h2>{node.name}</h2>
          <button type="button" class="quiet" aria-label="Close this node" onClick={() => onSelect(undefined)}>
            <Icon name="cross" />
          </button>
        </div>
        <p class="faint mono" title={node.type}>
          {typeName(node.type)}
        </p>
        <ToneCounts resources={resources} />
        {failures.map(({ provider, attempt, cause }) => (
          <p key={attempt} class="reason">
            {causeLine({ provider, cause })}
          </p>
        ))}
      </section>
      {Object.keys(node.facts).length > 0 && (
        <section>
          <dl class="pairs">
            {Object.entries(node.facts).map(([fact, value]) => (
              <div key={fact}>
                <dt>{factWords[fact] ?? fact}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section>
        <h2>Instances</h2>
        <ul class="instances">
          {resources.map((resource) => (
            <Instance key={resource.id} view={view} resource={resource} kind={node.kind} refresh={refresh} />
          ))}
        </ul>
      </section>
      {node.requirements.length > 0 && (
        <section>
          <h2>Needs</h2>
          <ul class="needs">
            {node.requirements.map(({ name, node: target }) => (
              <li key={`${name} ${target}`}>
                <button type="button" class="text-button" onClick={() => onSelect(target)}>
                  {target}
                </button>
                <span class="faint">{name}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
};

interface InstanceProps {
  readonly view: DeploymentView;
  readonly resource: ViewResource;
  readonly kind: string;
  readonly refresh: () => void;
}

const Instance = ({ view, resource, kind, refresh }: InstanceProps) => {
  const { tone, word } = nodeState(resource.state, kind);
  return (
    <li>
      <div class={`instance tone-${tone}`}>
        <ToneIcon tone={tone} />
        <a href={`deployments/${view.uuid}/resources/${resource.id}`} class="mono">
          {resource.address ?? resource.physicalId ?? resource.id.slice(-8)}
        </a>
        <span class="node-state" title={resource.state}>
          {word}
        </span>
        <MachineAction view={view} resource={resource} kind={kind} refresh={refresh} />
      </div>
      {resource.reason !== undefined && <p class="reason">{resource.reason}</p>}
    </li>
  );
};
