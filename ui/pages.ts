/** The pages of the dashboard by address. Each is loaded when it is opened. The first pattern that fits counts. */

import type { ComponentType } from 'preact';
import { match, type Parameters } from './router/match.ts';

export interface PageProps {
  /** from the address: `deployments/:id` gives `id` */
  readonly parameters: Parameters;
}

interface PageModule {
  readonly default: ComponentType<PageProps>;
}

interface Entry {
  readonly pattern: string;
  readonly load: () => Promise<PageModule>;
}

const deployment = () => import('./pages/deployment/page.tsx');

const newSchedule = () => import('./pages/new-schedule/page.tsx');

export const pages: readonly Entry[] = [
  { pattern: '', load: () => import('./pages/deployments/page.tsx') },
  { pattern: 'deployments', load: () => import('./pages/deployments/page.tsx') },
  { pattern: 'deployments/:id/update', load: () => import('./pages/update/page.tsx') },
  { pattern: 'deployments/:id/:tab?', load: deployment },
  { pattern: 'deployments/:id/:tab/:resource', load: deployment },
  { pattern: 'schedules', load: () => import('./pages/schedules/page.tsx') },
  { pattern: 'schedules/new', load: newSchedule },
  { pattern: 'schedules/new/:entry', load: newSchedule },
  { pattern: 'schedules/:id/:tab?', load: () => import('./pages/schedule/page.tsx') },
  { pattern: 'catalog', load: () => import('./pages/catalog/page.tsx') },
  { pattern: 'new/:entry?', load: () => import('./pages/new/page.tsx') },
  { pattern: 'team/approvals/:id', load: () => import('./pages/approval/page.tsx') },
  { pattern: 'team/:tab?', load: () => import('./pages/team/page.tsx') },
  { pattern: 'about', load: () => import('./pages/about/page.tsx') },
];

export interface Found {
  readonly entry: Entry;
  readonly parameters: Parameters;
}

export const pageOf = (path: string, among: readonly Entry[] = pages): Found | undefined => {
  for (const entry of among) {
    const parameters = match(entry.pattern, path);
    if (parameters !== undefined) return { entry, parameters };
  }
  return undefined;
};

/** Whether there is a page of this pattern, or below it: nothing links to a page that this release lacks. */
export const hasPage = (wanted: string): boolean =>
  pages.some(({ pattern }) => pattern === wanted || pattern.startsWith(`${wanted}/`));
