import type { DeploymentView } from '../../../data/view.ts';
import { Icon } from '../../../parts/icon.tsx';
import { type Stage, stagesOf } from './stages.ts';

const icons = { done: 'tick', current: 'target', failed: 'cross', 'to come': 'ring' } as const;

/** Only while an operation is in progress, or has failed. */
export const Stages = ({ view }: { view: DeploymentView }) => {
  const stages = stagesOf(view);
  if (stages.length === 0) return null;
  return (
    <ol class="stages" aria-label="Progress">
      {stages.map((stage) => (
        <Step key={stage.name} {...stage} />
      ))}
    </ol>
  );
};

const Step = ({ name, is }: Stage) => (
  <li class={`stage ${is.replace(' ', '-')}`} aria-current={is === 'current' ? 'step' : undefined}>
    <span class="stage-icon">
      <Icon name={icons[is]} size={is === 'done' || is === 'failed' ? 12 : 18} />
    </span>
    {name}
    <span class="hidden">{is}</span>
  </li>
);
