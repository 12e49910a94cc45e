import type { ConfigurationInput } from './lib/configuration/configuration.ts';

/** What your team changes. docs/operations.md lists every key, lib/configuration/configuration.ts says what each means; unknown ones are refused, and so are the examples below. */
export default {
  issuers: [{ issuer: 'https://iam.example.org/', groupsClaim: 'groups', adminGroup: 'toscanini-administrators' }],
  infrastructureManager: { url: 'https://im.example.org' },
  providers: [
    {
      id: 'example-openstack',
      name: 'Example OpenStack',
      priority: 1,
      credentials: { type: 'OpenStack', host: 'https://keystone.example.org:5000', auth_version: '3.x_password' },
      secret: 'ssm:/toscanini/providers/example-openstack',
    },
  ],
} satisfies ConfigurationInput;
