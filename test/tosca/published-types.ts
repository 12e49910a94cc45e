/**
 * The other types of OASIS's own simple profiles: profiles/org/oasis-open/simple/{1.0,1.2,1.3,2.0} of
 * oasis-open/tosca-community-contributions, read on 2026-11-29, as facts without their prose. A file that the repository
 * keeps only as a link to that of another version is not here: 1.0 has data and artifact, 1.2 capability, relationship and
 * group, 1.3 relationship, artifact and group, 2.0 data, policy and group.
 *
 * One member a line: `from` its base, `p` property and `a` attribute (name, type, entries of a list or map, `?` not
 * required, default, constraints in brackets), `i` interface and its type, `to` valid target types, `of` members, `mime` and
 * `ext`. What stands behind `tosca.capabilities.` and the like only.
 */

type Types = { readonly [type: string]: string };

const named = 'p name string ?';

const network = 'p network_name string\np network_id string\np addresses list of string';
const port =
  'p port_name string\np port_id string\np network_id string\np mac_address string\np addresses list of string';
const credential = `
  p protocol string ?
  p token_type string = "password"
  p token string
  p keys map of string ?
  p user string ?`;
const portSpec = `
  p protocol string = "tcp" [valid_values ["udp","tcp","igmp"]]
  p target PortDef ?
  p target_range range ? [in_range [1,65535]]
  p source PortDef ?
  p source_range range ? [in_range [1,65535]]`;

const relationships: Types = {
  Root: `
    a tosca_id string
    a tosca_name string
    a state string = "initial"
    i Configure relationship.Configure`,
  DependsOn: 'from Root\nto Node',
  HostedOn: 'from Root\nto Container',
  ConnectsTo: 'from Root\nto Endpoint\np credential Credential ?',
  AttachesTo: 'from Root\nto Attachment\np location string [min_length 1]\np device string ?',
  RoutesTo: 'from ConnectsTo\nto Endpoint',
  'network.LinksTo': 'from DependsOn\nto network.Linkable',
  'network.BindsTo': 'from DependsOn\nto network.Bindable',
};

const artifacts: Types = {
  Root: '',
  File: 'from Root',
  Deployment: 'from Root',
  'Deployment.Image': 'from Deployment',
  'Deployment.Image.VM': 'from Deployment.Image',
  Implementation: 'from Root',
  'Implementation.Bash': 'from Implementation\nmime application/x-sh\next sh',
  'Implementation.Python': 'from Implementation\nmime application/x-python\next py',
};

const capabilities: Types = {
  Root: '',
  Node: 'from Root',
  Container: 'from Root',
  Compute: `
    from Container
    ${named}
    p num_cpus integer ? [greater_or_equal 1]
    p cpu_frequency scalar-unit.frequency ? [greater_or_equal "0.1 GHz"]
    p disk_size scalar-unit.size ? [greater_or_equal "0 MB"]
    p mem_size scalar-unit.size ? [greater_or_equal "0 MB"]`,
  Network: `from Root\n${named}`,
  Storage: `from Root\n${named}`,
  Endpoint: `
    from Root
    p protocol string = "tcp"
    p port network.PortDef ?
    p secure boolean ? = false
    p url_path string ?
    p port_name string ?
    p network_name string ? = "PRIVATE"
    p initiator string ? = "source" [valid_values ["source","target","peer"]]
    p ports map of network.PortSpec ? [min_length 1]
    a ip_address string`,
  'Endpoint.Public': `
    from Endpoint
    p network_name string = "PUBLIC" [equal "PUBLIC"]
    p floating boolean = false
    p dns_name string ?`,
  'Endpoint.Admin': 'from Endpoint\np secure boolean = true [equal true]',
  'Endpoint.Database': 'from Endpoint',
  Attachment: 'from Root',
  OperatingSystem: `
    from Root
    p architecture string ?
    p type string ?
    p distribution string ?
    p version version ?`,
  Scalable: `
    from Root
    p min_instances integer = 1
    p max_instances integer = 1
    p default_instances integer ? = 1`,
  'network.Bindable': 'from Node',
  'network.Linkable': 'from Node',
};

const data: Types = {
  Root: '',
  Credential: `from Root\n${credential}`,
  'network.NetworkInfo': `from Root\n${network}`,
  'network.PortInfo': `from Root\n${port}`,
  'network.PortDef': 'from integer\n[in_range [1,65535]]',
  'network.PortSpec': `from Root\n${portSpec.replaceAll('PortDef', 'network.PortDef')}`,
};

export const publishedTypes: { readonly [version: string]: { readonly [kind: string]: Types } } = {
  '1.0': { data, artifact: artifacts },
  '1.2': {
    capability: capabilities,
    relationship: relationships,
    group: { Root: 'i Standard node.lifecycle.Standard' },
  },
  '1.3': {
    relationship: relationships,
    artifact: { ...artifacts, template: 'from Root' },
    group: { Root: '' },
  },
  '2.0': {
    data: {
      json: 'from string',
      xml: 'from string',
      Credential: credential,
      TimeInterval: 'p start_time timestamp\np end_time timestamp',
      NetworkInfo: network,
      PortInfo: port,
      PortDef: 'from integer\n[in_range [1,65535]]',
      PortSpec: portSpec,
    },
    group: { Root: 'of Root' },
    policy: { Placement: '', Scaling: '', Update: '', Performance: '' },
  },
};
