import { useRef, useState } from 'preact/hooks';
import { useRead } from '../../data/read.ts';
import type { DeploymentView } from '../../data/view.ts';
import type { PageProps } from '../../pages.ts';
import { AllDeployments } from '../../parts/all-deployments.tsx';
import { Loading, Notice, Problem } from '../../parts/notice.tsx';
import { useTitle } from '../../parts/title.ts';
import { visit } from '../../router/address.ts';
import { deploymentState } from '../../states/tones.ts';
import { hasJobs } from '../deployment/head/stages.ts';
import { type InForce, readInForce } from './source.ts';
import { UpdateWizard } from './update-wizard.tsx';

const UpdatePage = ({ parameters: { id = '' } }: PageProps) => <UpdateOf key={visit.value} id={id} />;

/** An update: changes the template and the inputs in force, shows what that would do, and does it. */
const UpdateOf = ({ id }: { readonly id: string }) => {
  const [reading, setReading] = useState(0);
  const { value, problem } = useRead(() => readInForce(id), [reading]);
  const why = value && obstacleOf(value.view);
  const begun = useRef<InForce | undefined>(undefined);
  if (value !== undefined && why === undefined) begun.current = value;
  useTitle('Update', value?.view.name);
  const onAgain = (): void => setReading(reading + 1);
  // once somebody may have entered something, the page stays, whatever the service says later
  if (begun.current !== undefined)
    return <UpdateWizard inForce={begun.current} obstacle={problem?.message ?? why} onAgain={onAgain} />;
  if (problem !== undefined)
    return (
      <Problem error={problem}>
        <AllDeployments />
      </Problem>
    );
  if (value === undefined || why === undefined) return <Loading what="the deployment" />;
  return <NotNow view={value.view} why={why} onAgain={onAgain} />;
};

const updatable: readonly DeploymentView['status'][] = ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_FAILED'];

/** Why no update can begin now; undefined: it can. */
const obstacleOf = (view: DeploymentView): string | undefined => {
  const { may, status, createdBy } = view;
  if (!may.change) return `Only ${createdBy.subject}, managers of its group and administrators may update it.`;
  if (hasJobs(view)) return 'A job runs once. To run it again, make a new deployment like this one.';
  if (updatable.includes(status)) return undefined;
  return `It can be updated once it runs. Its state is: ${deploymentState(status).word}.`;
};

interface NotNowProps {
  readonly view: DeploymentView;
  readonly why: string;
  readonly onAgain: () => void;
}

const NotNow = ({ view, why, onAgain }: NotNowProps) => (
  <Notice icon="lock" title={`${view.name} cannot be updated now`}>
    <p>{why}</p>
    <p class="actions">
      <a class="button primary" href={`deployments/${view.uuid}`}>
        Back to the deployment
      </a>
      {view.may.change && (
        <>
          <button type="button" class="button" onClick={onAgain}>
            Look again
          </button>
          <a class="button" href={`new?from=${view.uuid}`}>
            New one like it
          </a>
        </>
      )}
    </p>
  </Notice>
);

export default UpdatePage;
