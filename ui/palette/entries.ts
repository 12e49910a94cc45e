/** What the palette leads to. */

import type { DeploymentItem, Me } from '../../client/types.ts';
import type { DeploymentView } from '../data/view.ts';
import { onlyJobs } from '../pages/deployment/head/stages.ts';
import { tabsOf } from '../pages/deployment/tabs.tsx';
import { isLedTo, teamPath, teamTabs } from '../pages/team/tabs.ts';
import { hasPage, pageOf } from '../pages.ts';
import type { IconName } from '../parts/icon.tsx';
import { theme, toggleTheme } from '../parts/theme.ts';
import { leaveFor, mayLeave } from '../router/address.ts';
import { signOutInEveryTab } from '../session/every-tab.ts';
import { shortId } from '../states/short-id.ts';
import { deploymentState, runsJobs } from '../states/tones.ts';
import { overlay } from './overlay.tsx';

export interface Entry {
  readonly key: string;
  readonly icon: IconName;
  readonly words: string;
  /** what it is, or what it is part of */
  readonly hint: string;
  readonly run: () => void;
}

const leading = (to: string, icon: IconName, words: string, hint: string): Entry => ({
  ...{ key: to, icon, words, hint },
  run: () => leaveFor(to),
});

const pages = [
  ['deployments', 'server', 'Deployments'],
  ['schedules', 'calendar', 'Schedules'],
  ['catalog', 'grid', 'Catalog'],
  ['about', 'info', 'About this service'],
] as const;

/** The same everywhere; some pages are for administrators, or for who manages a group. `me` is undefined until it is known. */
export const everywhere = (me: Me | undefined): readonly Entry[] => [
  ...(hasPage('new') ? [leading('new', 'plus', 'New deployment', 'action')] : []),
  ...pages.filter(([to]) => pageOf(to) !== undefined).map(([to, icon, words]) => leading(to, icon, words, 'page')),
  ...teamTabs
    .filter((one) => isLedTo(one, me))
    .map(({ id, icon, words, alone = words }) => leading(teamPath(id), icon, alone, 'page of the team')),
  {
    key: 'theme',
    icon: theme.value === 'dark' ? 'sun' : 'moon',
    words: theme.value === 'dark' ? 'Use the light theme' : 'Use the dark theme',
    hint: 'action',
    run: toggleTheme,
  },
  {
    key: 'keys',
    icon: 'menu',
    words: 'Show the keys',
    hint: 'action',
    run: () => {
      overlay.value = 'keys';
    },
  },
  { key: 'out', icon: 'out', words: 'Sign out', hint: 'action', run: () => mayLeave() && signOutInEveryTab() },
];

export const deploymentEntry = (item: DeploymentItem): Entry => {
  const { uuid, name = uuid, status } = item;
  return leading(
    `deployments/${uuid}`,
    'box',
    name,
    `${deploymentState(status, runsJobs(item)).word}, ${shortId(uuid)}`,
  );
};

/** Of the deployment on the page: its tabs, what can be done with it, its nodes. */
export const entriesOf = (view: DeploymentView): readonly Entry[] => {
  const { uuid, name, may, nodes = [] } = view;
  const at = `deployments/${uuid}`;
  return [
    ...tabsOf(view).map(({ id, words }) => leading(id ? `${at}/${id}` : at, 'lines', words, `of ${name}`)),
    ...(may.change && hasPage('deployments/:id/update')
      ? [leading(`${at}/update`, 'update', `Update ${name}`, 'action')]
      : []),
    ...(may.change && !onlyJobs(view)
      ? [leading(`${at}/runs`, 'play', `Run an operation or a workflow on ${name}`, 'action')]
      : []),
    ...(may.seeSecrets && hasPage('new')
      ? [leading(`new?from=${uuid}`, 'again', `New deployment like ${name}`, 'action')]
      : []),
    ...nodes.map((node) => leading(`${at}?node=${encodeURIComponent(node.name)}`, 'target', node.name, 'node')),
  ];
};

/** A deployment that is named by its whole id, which need not be in any list. */
export const entryOfId = (text: string): readonly Entry[] =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
    ? [leading(`deployments/${text.toLowerCase()}`, 'box', text.toLowerCase(), 'deployment')]
    : [];

/** Those that have every word of the text, and each only once. */
export const fitting = (entries: readonly Entry[], text: string): readonly Entry[] => {
  const wanted = text.toLowerCase().split(/\s+/);
  const found = entries.filter(({ words, hint }) => {
    const said = `${words} ${hint}`.toLowerCase();
    return wanted.every((word) => said.includes(word));
  });
  return [...new Map(found.toReversed().map((entry) => [entry.key, entry])).values()].toReversed();
};
