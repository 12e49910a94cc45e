import { Icon } from '../parts/icon.tsx';

export interface Step {
  readonly name: string;
  readonly state: 'done' | 'now' | 'wrong' | 'later';
}

const icons = { done: 'tick', now: 'target', wrong: 'cross', later: 'ring' } as const;
const words = { done: 'done', now: 'now', wrong: 'has problems', later: 'later' } as const;

export const Steps = ({ steps }: { readonly steps: readonly Step[] }) => (
  <ol class="steps" aria-label="Steps">
    {steps.map(({ name, state }) => (
      <li key={name} class={state} aria-current={state === 'now' || state === 'wrong' ? 'step' : undefined}>
        <Icon name={icons[state]} size={14} />
        {name}
        <span class="hidden"> ({words[state]})</span>
      </li>
    ))}
  </ol>
);
