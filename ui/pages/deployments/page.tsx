import { useTitle } from '../../parts/title.ts';

const DeploymentsPage = () => {
  useTitle('Deployments');
  return <h1>Deployments</h1>;
};

export default DeploymentsPage;
