import type { Starter } from './starter.ts';

export const web: Starter = {
  title: 'a machine with a web server, which an Ansible playbook installs',
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
              implementation: playbooks/site.yaml
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
    'playbooks/site.yaml': `# The inputs of the operation are variables. It may run again, after an update.
- hosts: localhost
  connection: local
  tasks:
    - name: Install the web server
      ansible.builtin.apt: { name: nginx, update_cache: true }
    - name: Write the page
      ansible.builtin.copy:
        dest: /var/www/html/index.html
        content: "<h1>{{ greeting }}</h1>\\n"
`,
  },
};
