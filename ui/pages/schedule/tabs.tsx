import type { Schedule } from '../../../client/types.ts';

const tabs = [
  { id: '', words: 'Files' },
  { id: 'backfills', words: 'Earlier files' },
  { id: 'template', words: 'Template' },
] as const;

/** Links, since every tab has an address of its own. */
export const ScheduleTabs = ({ schedule: { uuid }, tab }: { readonly schedule: Schedule; readonly tab: string }) => (
  <nav class="tabs" aria-label="Schedule">
    {tabs.map(({ id, words }) => (
      <a key={id} href={`schedules/${uuid}${id && `/${id}`}`} aria-current={id === tab ? 'page' : undefined}>
        {words}
      </a>
    ))}
  </nav>
);
