import { useEffect, useState } from 'preact/hooks';
import { Loading, Notice } from '../../parts/notice.tsx';
import { query, setQuery } from '../../router/address.ts';
import type { TopologyProps } from '../../topology/topology.tsx';
import type { TabProps } from './page.tsx';
import { Side } from './side.tsx';

/** The picture of the topology, and beside it what matters now: the resources, or the chosen node. */
export const OverviewTab = ({ view, refresh }: TabProps) => {
  const selected = query.value.get('node') ?? undefined;
  const select = (node: string | undefined): void => setQuery({ node });
  return (
    <div class="overview">
      <div class="card picture">
        <Picture nodes={view.nodes ?? []} resources={view.resources} selected={selected} onSelect={select} />
      </div>
      <Side view={view} selected={selected} onSelect={select} refresh={refresh} />
    </div>
  );
};

type Drawn = typeof import('../../topology/topology.tsx')['Topology'];

/** The layout is a large part of the program, so it comes after the rest of the page, and may fail to come. */
const Picture = (props: TopologyProps) => {
  const [loaded, setLoaded] = useState<{ readonly Topology?: Drawn }>();
  useEffect(() => {
    import('../../topology/topology.tsx').then(setLoaded, () => setLoaded({}));
  }, []);
  if (loaded === undefined) return <Loading what="the topology" />;
  const { Topology } = loaded;
  return Topology === undefined ? <NotLoaded /> : <Topology {...props} />;
};

const NotLoaded = () => (
  <Notice icon="again" title="The picture could not be loaded">
    <p>The service could not be reached. The resources beside it are still shown.</p>
    <button type="button" class="button" onClick={() => location.reload()}>
      Load again
    </button>
  </Notice>
);
