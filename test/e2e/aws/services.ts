import type { ResourceChange } from '@aws-sdk/client-cloudformation';
import type { Checks } from '../checks.ts';
import { type Account, expect } from './account.ts';
import { services } from './service-templates.ts';

/** Load balancers, databases and containers: what they are called, what replaces them, and in which order they go. */
export async function checkServices(account: Account, checks: Checks): Promise<void> {
  const what = 'services';
  let id = '';
  await checks.check('a load balancer, a database and a service of containers become complete', async () => {
    id = await account.create(what, services(), { OnFailure: 'DO_NOTHING' });
    const seen = await account.ended(id);
    expect(seen.at(-1) === 'CREATE_COMPLETE', seen.join(' '));
  });
  await checks.check('their names, addresses and secrets are the attributes that AWS documents', async () => {
    const { Outputs = [] } = await account.stack(id);
    const saw = Object.fromEntries(Outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
    for (const [name, form] of Object.entries(forms)) expect(form.test(saw[name] ?? ''), `${name}: ${saw[name]}`);
  });
  await checks.check('their resources have events of their own, with the id of each', async () => {
    const events = await account.events(id);
    for (const name of ['Balancer', 'Base', 'Service']) {
      const own = events.filter((event) => event.LogicalResourceId === name);
      const states = own.map(({ ResourceStatus }) => ResourceStatus).join();
      const isWhole = /^CREATE_IN_PROGRESS(,CREATE_IN_PROGRESS)+,CREATE_COMPLETE$/.test(states);
      expect(isWhole && own.at(-1)?.PhysicalResourceId !== '', `${name}: ${states}`);
    }
  });
  for (const { change, of, replacement } of plans) {
    await checks.check(`a change of ${of} is planned with the replacement ${replacement}`, async () => {
      const saw = await planned(account, what, services(change));
      const [logicalId] = of.split('.');
      const one = saw.find(({ LogicalResourceId }) => LogicalResourceId === logicalId);
      expect(one?.Action === 'Modify' && one.Replacement === replacement, `${one?.Action} ${one?.Replacement}`);
    });
  }
  await checks.check('all of it is deleted, the group of subnets after its database', async () => {
    await account.cloudFormation.deleteStack({ StackName: id });
    const seen = await account.ended(id);
    const order = (await account.events(id))
      .filter(({ ResourceStatus }) => ResourceStatus === 'DELETE_COMPLETE')
      .map(({ LogicalResourceId }) => LogicalResourceId);
    const saw = `${seen.join(' ')}: ${order.join()}`;
    expect(seen.at(-1) === 'DELETE_COMPLETE' && order.indexOf('Base') < order.indexOf('Subnets'), saw);
  });
}

const forms: { readonly [output: string]: RegExp } = {
  Name: /^[\w-]+\.elb\.[\w-]+\.amazonaws\.com(\.cn)?$/,
  BalancerId: /^arn:[\w-]+:elasticloadbalancing:.*:loadbalancer\/net\//,
  TargetsId: /^arn:[\w-]+:elasticloadbalancing:.*:targetgroup\//,
  Address: /\.rds\.amazonaws\.com(\.cn)?$/,
  Port: /^5432$/,
  Secret: /^arn:[\w-]+:secretsmanager:.*:secret:rds!db-/,
  TaskId: /^arn:[\w-]+:ecs:.*:task-definition\/.+:\d+$/,
  ServiceId: /^arn:[\w-]+:ecs:.*:service\//,
};

const plans = [
  { of: 'Base.AllocatedStorage', change: { storage: '21' }, replacement: 'False' },
  { of: 'Base.DBName', change: { database: 'other' }, replacement: 'True' },
  { of: 'Balancer.Type', change: { type: 'application' }, replacement: 'True' },
  { of: 'Task.Cpu', change: { cpu: '512' }, replacement: 'True' },
] as const;

async function planned(account: Account, what: string, template: object): Promise<readonly ResourceChange[]> {
  const { cloudFormation } = account;
  const { Id: ChangeSetName } = await cloudFormation.createChangeSet({
    StackName: account.name(what),
    ChangeSetName: 'plan',
    TemplateBody: JSON.stringify(template),
  });
  try {
    const { Changes = [] } = await account.until('the change set', async () => {
      const seen = await cloudFormation.describeChangeSet({ ChangeSetName });
      if (seen.Status === 'FAILED') throw new Error(seen.StatusReason);
      return seen.Status === 'CREATE_COMPLETE' ? seen : undefined;
    });
    return Changes.flatMap(({ ResourceChange }) => ResourceChange ?? []);
  } finally {
    await cloudFormation.deleteChangeSet({ ChangeSetName });
  }
}
