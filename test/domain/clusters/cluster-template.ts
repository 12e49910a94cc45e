/** An elastic cluster: a front end that asks the service for workers as jobs wait. */
export const clusterTemplate = (plugin = ''): string => `tosca_definitions_version: tosca_simple_yaml_1_0
imports:
  - indigo_custom_types: https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml
topology_template:
  node_templates:
    elastic:
      type: tosca.nodes.indigo.ElasticCluster
      properties:
        deployment_id: orchestrator_deployment_id
        iam_access_token: iam_access_token${plugin}
      requirements: [ { lrms: front }, { wn: worker } ]
    front:
      type: tosca.nodes.indigo.LRMS.FrontEnd.Slurm
      requirements: [ { host: server } ]
    server:
      type: tosca.nodes.indigo.Compute
      properties: { tags: { team: physics } }
    worker:
      type: tosca.nodes.indigo.LRMS.WorkerNode.Slurm
      properties: { front_end_ip: { get_attribute: [ server, private_address, 0 ] } }
      capabilities: { wn: { properties: { max_instances: 5, min_instances: 0 } } }
      requirements: [ { host: lrms_wn } ]
    lrms_wn:
      type: tosca.nodes.indigo.Compute
      capabilities: { scalable: { properties: { count: 0 } } }
`;
