import { useState } from 'preact/hooks';
import type { ViewNode, ViewResource } from '../../../data/view.ts';
import { Copy } from '../../../parts/copy.tsx';
import { ToneIcon } from '../../../parts/icon.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { ToneCounts } from '../../../parts/resource-bar.tsx';
import { SearchField } from '../../../parts/search-field.tsx';
import { type Column, SortHeads, sorted } from '../../../parts/sorted.tsx';
import { Ago, Elapsed } from '../../../parts/time.tsx';
import { instanceNames } from '../../../states/instance-names.ts';
import { nodeState, tones } from '../../../states/tones.ts';
import { MachineAction } from '../actions/machine-action.tsx';
import type { TabProps } from '../tab-props.ts';
import { typeName } from '../types.ts';
import { ResourceDetail } from './resource-detail.tsx';

interface Shown {
  readonly resource: ViewResource;
  /** `worker#2` */
  readonly name: string;
  readonly node: ViewNode | undefined;
}

const hasText = ({ resource, name, node }: Shown, text: string): boolean =>
  [name, resource.state, nodeState(resource.state, node?.kind).word, resource.address, resource.physicalId, node?.type]
    .filter((one) => one !== undefined)
    .some((one) => one.toLowerCase().includes(text.trim().toLowerCase()));

/** The picture as a table: everything that it shows is here too. */
export const ResourcesTab = ({ view, refresh, resource: chosen }: TabProps) => {
  const [text, setText] = useState('');
  const nodes = new Map(view.nodes?.map((node) => [node.name, node]));
  const names = instanceNames(view.resources);
  const all = view.resources.map((resource) => ({
    resource,
    name: names.get(resource.id) ?? resource.node,
    node: nodes.get(resource.node),
  }));
  const found = all.filter((one) => hasText(one, text));
  const one = all.find(({ resource }) => resource.id === chosen);
  return (
    <>
      {chosen !== undefined && (
        <ResourceDetail key={chosen} view={view} id={chosen} kind={one?.node?.kind} refresh={refresh} />
      )}
      <div class="tab-toolbar">
        <ToneCounts resources={view.resources} />
        <SearchField
          label="Filter resources"
          placeholder="Filter by node, state, address, type"
          value={text}
          onInput={setText}
        />
      </div>
      {found.length === 0 ? (
        <Notice icon="search" title={text === '' ? 'There are no resources' : 'No resource fits the filter'} />
      ) : (
        <div class="card table-card scroll">
          <table class="resources">
            <SortHeads columns={columns} />
            <tbody>
              {sorted(found, columns).map((shown) => (
                <tr key={shown.resource.id} aria-current={shown.resource.id === chosen ? 'true' : undefined}>
                  <Cells {...shown} uuid={view.uuid} />
                  <td>
                    <MachineAction
                      view={view}
                      resource={shown.resource}
                      kind={shown.node?.kind ?? ''}
                      refresh={refresh}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
};

const sizeOf = ({ facts }: ViewNode): string =>
  [facts['cpus'] && `${facts['cpus']} vCPU`, facts['memory'], facts['disk'] ?? facts['size'], facts['os']]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');

const columns: readonly Column<Shown>[] = [
  { name: 'Node', by: ({ resource }) => resource.node },
  { name: 'State', by: ({ resource, node }) => tones.indexOf(nodeState(resource.state, node?.kind).tone) },
  { name: 'Since', by: ({ resource }) => resource.since },
  { name: 'Address', by: ({ resource }) => resource.address },
  { name: 'Size', by: ({ node }) => node && sizeOf(node) },
  { name: 'Type', by: ({ node }) => node && typeName(node.type) },
  { name: 'Id at the provider', by: ({ resource }) => resource.physicalId },
  { name: '' },
];

const Cells = ({ resource, name, node, uuid }: Shown & { uuid: string }) => {
  const { tone, word } = nodeState(resource.state, node?.kind);
  return (
    <>
      <th scope="row">
        <a href={`deployments/${uuid}/resources/${resource.id}`}>{name}</a>
      </th>
      <td class={`state-cell tone-${tone}`} title={resource.state}>
        <ToneIcon tone={tone} />
        {word}
        {resource.reason !== undefined && <p class="reason">{resource.reason}</p>}
      </td>
      <td class="nowrap soft">
        {tone === 'running' || tone === 'off' ? <Ago at={resource.since} /> : <Elapsed from={resource.since} />}
      </td>
      <td class="mono nowrap">
        {resource.address !== undefined && (
          <>
            {resource.address} <Copy text={resource.address} what="the address" />
          </>
        )}
      </td>
      <td class="soft">{node && sizeOf(node)}</td>
      <td class="soft" title={node?.type}>
        {node && typeName(node.type)}
      </td>
      <td class="mono soft">
        {resource.physicalId && (
          <span class="cut" title={resource.physicalId}>
            {resource.physicalId}
          </span>
        )}
      </td>
    </>
  );
};
