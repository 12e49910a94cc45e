import { Component } from 'preact';
import { ToneIcon } from '../parts/icon.tsx';
import { NameCut } from '../parts/name-cut.tsx';
import { type State, type Tone, tones } from '../states/tones.ts';
import { mayHaveAddress, mostSquares } from './card-size.ts';
import type { Card, DrawnNode } from './cards.ts';
import type { Box } from './geometry.ts';
import type { Instances } from './instances.ts';
import { KindIcon } from './kind-icon.tsx';
import { factsLine, glyphOf, shortType } from './kinds.ts';

/** What an update would do to a node. */
export type Mark = 'added' | 'removed' | 'changed' | 'replaced' | 'refused';

export interface CardProps {
  readonly card: Card;
  readonly box: Box;
  readonly dense: boolean;
  readonly tone: Tone | undefined;
  /** of its nodes by name; without entries: nothing of it exists yet */
  readonly instances: ReadonlyMap<string, Instances>;
  readonly marks: ReadonlyMap<string, Mark>;
  /** the chosen node, if the card holds it */
  readonly selected: string | undefined;
  /** `near`: a line joins it with the chosen card. `far`: none does */
  readonly standing: 'near' | 'far' | 'none';
  /** the node whose button the Tab key reaches, if the card holds it */
  readonly reachable: string | undefined;
  /** changes whenever something that the card shows does */
  readonly digest: string;
}

/** Drawn anew only when it changes: hundreds stand in one picture, and a poll changes a few. */
export class CardView extends Component<CardProps> {
  override shouldComponentUpdate(next: Readonly<CardProps>): boolean {
    const { card, box, dense, digest, selected, standing, reachable } = this.props;
    return (
      next.digest !== digest ||
      next.selected !== selected ||
      next.standing !== standing ||
      next.reachable !== reachable ||
      next.box !== box ||
      next.card !== card ||
      next.dense !== dense
    );
  }

  override render({ card, box, dense, tone, instances, marks, selected, standing, reachable }: CardProps) {
    const { host, hosted } = card;
    const mark = marks.get(host.name);
    const style = {
      transform: `translate(${box.x}px, ${box.y}px)`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    };
    const button = (node: DrawnNode) => ({
      node,
      instances: instances.get(node.name),
      mark: marks.get(node.name),
      selected: selected === node.name,
      reachable: reachable === node.name,
    });
    return (
      <li
        class={`topo-card ${dense ? 'topo-dense' : 'topo-full'} ${tone ? `tone-${tone}` : 'plain'} ${mark ? `mark-${mark}` : ''}`}
        data-standing={standing}
        data-chosen={selected !== undefined}
        style={style}
      >
        <HostButton {...button(host)} hosted={dense ? hosted : []} />
        {!dense && hosted.map((node) => <HostedButton key={node.name} {...button(node)} />)}
        {!dense && <Squares instances={instances.get(host.name)} count={host.count} />}
        {!dense && mayHaveAddress(host) && instances.has(host.name) && (
          <Addresses instances={instances.get(host.name)} />
        )}
        {dense && <Shares instances={instances.get(host.name)} />}
      </li>
    );
  }
}

interface ButtonProps {
  readonly node: DrawnNode;
  readonly instances: Instances | undefined;
  readonly mark: Mark | undefined;
  readonly selected: boolean;
  readonly reachable: boolean;
}

/** What the picture shows by colours, squares and places, after the texts that stand in it. */
const labelOf = ({ node, instances, mark }: ButtonProps, hosted: readonly DrawnNode[] = []): string =>
  [
    shortType(node.type),
    ...(instances ? [instances.summary] : node.count === 1 ? [] : [`${node.count} instances`]),
    ...(mark ? [mark] : []),
    ...(hosted.length > 0 ? [`hosts ${hosted.map(({ name }) => name).join(', ')}`] : []),
  ].join(', ');

const Count = ({ node, instances }: Pick<ButtonProps, 'node' | 'instances'>) => {
  const count = instances?.states.length ?? node.count;
  return count === 1 ? null : <span class="topo-count">×{count}</span>;
};

const HostButton = ({ hosted, ...props }: ButtonProps & { readonly hosted: readonly DrawnNode[] }) => {
  const { node, instances, mark, selected, reachable } = props;
  return (
    <button
      type="button"
      class="topo-head"
      data-node={node.name}
      aria-pressed={selected}
      title={`${node.name}: ${labelOf(props, hosted)}`}
      tabIndex={reachable ? 0 : -1}
    >
      <span class="topo-kind">
        <KindIcon glyph={glyphOf(node)} />
      </span>
      <span class="topo-name">
        <NameCut name={node.name} />
        <Count node={node} instances={instances} />
      </span>
      <span class="topo-facts">{factsLine(node)}</span>
      <span class="hidden">{labelOf(props, hosted)}</span>
      {mark ? <span class="topo-mark">{mark}</span> : instances && <ToneIcon tone={instances.tone} />}
    </button>
  );
};

const HostedButton = (props: ButtonProps) => {
  const { node, instances, mark, selected, reachable } = props;
  return (
    <button
      type="button"
      class={`topo-hosted ${instances ? `tone-${instances.tone}` : ''} ${mark ? `mark-${mark}` : ''}`}
      data-node={node.name}
      aria-pressed={selected}
      title={`${node.name}: ${labelOf(props)}`}
      tabIndex={reachable ? 0 : -1}
    >
      <KindIcon glyph={glyphOf(node)} />
      <span class="topo-name">
        <NameCut name={node.name} />
      </span>
      <span class="topo-type">{shortType(node.type)}</span>
      <span class="hidden">{labelOf(props)}</span>
      {mark ? <span class="topo-mark">{mark}</span> : instances && <ToneIcon tone={instances.tone} />}
    </button>
  );
};

/** Where not all can be shown, those that matter are. */
const shownFirst = (states: readonly (State | undefined)[]): readonly (State | undefined)[] =>
  states.length <= mostSquares ? states : states.toSorted((one, other) => rank(one) - rank(other));

const rank = (state: State | undefined): number => (state ? tones.indexOf(state.tone) : 0);

/** Decoration: the label of the button says the same in words. */
const Squares = ({ instances, count }: { readonly instances: Instances | undefined; readonly count: number }) => {
  const states = shownFirst(instances?.states ?? Array.from({ length: count }, () => undefined));
  if (states.length < 2) return null;
  return (
    <span class="topo-squares" aria-hidden="true">
      {states.slice(0, mostSquares).map((state, index) => (
        <i key={index} class={state && `tone-${state.tone}`} />
      ))}
      {states.length > mostSquares && <b>+{states.length - mostSquares}</b>}
    </span>
  );
};

const Addresses = ({ instances }: { readonly instances: Instances | undefined }) => {
  const [first, ...others] = instances?.addresses ?? [];
  if (first === undefined) return <span class="topo-address">no address{isComing(instances) && ' yet'}</span>;
  return (
    <span class="topo-address known">
      {first}
      {others.length > 0 && <span> +{others.length}</span>}
    </span>
  );
};

const isComing = (instances: Instances | undefined): boolean =>
  instances !== undefined && ['waiting', 'working', 'nearly'].includes(instances.tone);

/** One bar, with a part for each tone. */
const Shares = ({ instances }: { readonly instances: Instances | undefined }) => {
  if (instances === undefined || instances.states.length < 2) return null;
  const counts = new Map<Tone, number>();
  for (const { tone } of instances.states) counts.set(tone, (counts.get(tone) ?? 0) + 1);
  return (
    <span class="topo-shares" aria-hidden="true">
      {[...counts].map(([tone, count]) => (
        <i key={tone} class={`tone-${tone}`} style={{ flexGrow: count }} />
      ))}
    </span>
  );
};
