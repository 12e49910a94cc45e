import { firstFailed } from '../../../data/shown-view.ts';
import { later } from '../../../parts/later.tsx';
import { query, setQuery } from '../../../router/address.ts';
import type { TopologyProps } from '../../../topology/topology.tsx';
import type { TabProps } from '../tab-props.ts';
import { Side } from './side.tsx';

/** The picture of the topology, and beside it what matters now: the resources, or the chosen node. */
export const OverviewTab = ({ view, refresh }: TabProps) => {
  const selected = query.value.get('node') ?? undefined;
  const select = (node: string | undefined): void => setQuery({ node });
  return (
    <div class="overview">
      <div class="card picture">
        <Picture
          nodes={view.nodes ?? []}
          resources={view.resources}
          first={firstFailed(view)}
          selected={selected}
          onSelect={select}
        />
      </div>
      <Side view={view} selected={selected} onSelect={select} refresh={refresh} />
    </div>
  );
};

/** The layout is a large part of the program, so it comes after the rest of the page. */
const Picture = later<TopologyProps>('picture', async () => (await import('../../../topology/topology.tsx')).Topology);
