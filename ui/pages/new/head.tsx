import { Icon } from '../../parts/icon.tsx';
import { Steps } from '../../wizard/steps.tsx';
import type { Creation } from './use-creation.ts';

export const CreationHead = ({ creation: { title, isValid, hasErrors, needed, plan } }: { creation: Creation }) => {
  const isReady = isValid && needed.length === 0;
  const isPlanned = plan.value !== undefined && !plan.isStale;
  return (
    <div class="page-head">
      <div>
        <nav class="crumbs" aria-label="Breadcrumb">
          <a href="deployments">Deployments</a> <Icon name="right" size={12} /> New
        </nav>
        <h1>{title}</h1>
      </div>
      <Steps
        steps={[
          { name: 'Template', state: hasErrors ? 'wrong' : isValid ? 'done' : 'now' },
          { name: 'Inputs', state: isReady ? 'done' : isValid ? 'now' : 'later' },
          { name: 'Plan', state: isPlanned ? 'done' : isReady ? 'now' : 'later' },
          { name: 'Deploy', state: isPlanned ? 'now' : 'later' },
        ]}
      />
    </div>
  );
};
