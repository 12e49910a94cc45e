import type { DeploymentView } from '../../data/view.ts';
import { Icon } from '../../parts/icon.tsx';
import { Steps } from '../../wizard/steps.tsx';

interface HeadProps {
  readonly view: DeploymentView;
  readonly isChanged: boolean;
  readonly hasErrors: boolean;
  /** a plan is shown, of what stands on the page */
  readonly isPlanned: boolean;
}

export const UpdateHead = ({ view: { uuid, name }, isChanged, hasErrors, isPlanned }: HeadProps) => (
  <div class="page-head">
    <div>
      <nav class="crumbs" aria-label="Breadcrumb">
        <a href="deployments">Deployments</a> <Icon name="right" size={12} /> <a href={`deployments/${uuid}`}>{name}</a>{' '}
        <Icon name="right" size={12} /> Update
      </nav>
      <h1>Update {name}</h1>
    </div>
    <Steps
      steps={[
        { name: 'Change', state: hasErrors ? 'wrong' : isChanged ? 'done' : 'now' },
        { name: 'Plan', state: isPlanned ? 'done' : isChanged && !hasErrors ? 'now' : 'later' },
        { name: 'Update', state: isPlanned ? 'now' : 'later' },
      ]}
    />
  </div>
);
