import type { Starter } from './starter.ts';

export const job: Starter = {
  title: 'a job on AWS Batch, whose results are outputs',
  files: {
    'template.yaml': `tosca_definitions_version: tosca_simple_yaml_1_3

description: A job that counts words

imports:
  - toscanini-types.yaml

topology_template:
  inputs:
    text:
      type: string
      description: What is counted
      default: one two three

  node_templates:
    count:
      type: toscanini.nodes.Job
      properties:
        image: public.ecr.aws/docker/library/busybox:stable
        environment: { TEXT: { get_input: text } }
        timeout: 10 m
        retries: 1
        command: |
          echo "{\\"words\\": $(echo "$TEXT" | wc -w)}" > "$TOSCANINI_RESULTS"

  outputs:
    words:
      value: { get_attribute: [count, results, words] }
`,
  },
};
