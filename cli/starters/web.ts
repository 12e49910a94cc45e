import type { Starter } from './starter.ts';

export const web: Starter = {
  title: 'a machine with a web server, which a script installs',
  files: {
    'template.yaml': `tosca_definitions_version: tosca_simple_yaml_1_3

description: A web server on a machine with a public address

topology_template:
  inputs:
    greeting:
      type: string
      description: What the page says
      default: It works

  node_templates:
    site:
      type: tosca.nodes.WebServer
      requirements:
        - host: server
      interfaces:
        Standard:
          operations:
            configure:
              implementation: scripts/configure.sh
              inputs:
                greeting: { get_input: greeting }

    server:
      type: tosca.nodes.Compute
      capabilities:
        host:
          properties:
            num_cpus: 1
            mem_size: 2 GB
        os:
          properties:
            type: linux
            distribution: ubuntu
        endpoint:
          properties:
            network_name: PUBLIC
            ports:
              http: { protocol: tcp, source: 80 }

  outputs:
    url:
      description: The page
      value: { concat: ['http://', { get_attribute: [server, public_address] }, '/'] }
`,
    'scripts/configure.sh': `#!/bin/sh
# The inputs of the operation are variables. It may run again, after an update.
set -eu
command -v nginx >/dev/null || { apt-get update && apt-get install -y nginx; }
printf '<h1>%s</h1>\\n' "$greeting" > /var/www/html/index.html
`,
  },
};
