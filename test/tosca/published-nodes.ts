/**
 * The node types of OASIS's own simple profiles: profiles/org/oasis-open/simple/{1.0,1.2,1.3}/node.yaml of
 * oasis-open/tosca-community-contributions, read on 2026-11-29, as facts without their prose. 1.1 has no node.yaml of its own.
 *
 * One member a line: `p` property and `a` attribute (name, type, entries of a map, `?` not required, default), `c` capability
 * (name, type, `<` valid source types, occurrences), `r` requirement (name, capability, node or -, relationship or -,
 * occurrences). What stands behind `tosca.nodes.` and the like only.
 */

type Types = { readonly [type: string]: string };

const textOf = (names: string): string =>
  names
    .split(' ')
    .map((name) => `p ${name} string ?`)
    .join('\n');

const shared = (host: string): Types => ({
  Root: `
    a tosca_id string
    a tosca_name string
    a state string = "initial"
    c feature Node
    r dependency Node Root DependsOn 0..`,
  SoftwareComponent: `
    from Root
    p component_version version ?
    p admin_credential Credential ?
    r host ${host} Compute HostedOn 1..1`,
  WebServer: `
    from SoftwareComponent
    c data_endpoint Endpoint
    c admin_endpoint Endpoint.Admin
    c host ${host} < WebApplication`,
  WebApplication: `
    from Root
    p context_root string ?
    c app_endpoint Endpoint
    r host ${host} WebServer HostedOn 1..1`,
  DBMS: `
    from SoftwareComponent
    p root_password string ?
    p port integer ?
    c host ${host} < Database`,
  Database: `
    from Root
    p name string
    p port integer ?
    p user string ?
    p password string ?
    r host ${host} DBMS HostedOn 1..1
    c database_endpoint Endpoint.Database`,
  LoadBalancer: `
    from Root
    p algorithm string ?
    c client Endpoint.Public 0..
    r application Endpoint - RoutesTo 0..`,
  'network.Network': `
    from Root
    p ip_version integer ? = 4
    ${textOf('cidr start_ip end_ip gateway_ip network_name network_id segmentation_id network_type physical_network')}
    p dhcp_enabled boolean ? = true
    a segmentation_id string
    c link network.Linkable`,
  'network.Port': `
    from Root
    p ip_address string ?
    p order integer = 0
    p is_default boolean ? = false
    ${textOf('ip_range_start ip_range_end')}
    a ip_address string
    r link network.Linkable - network.LinksTo 1..1
    r binding network.Bindable - network.BindsTo 1..1`,
});

const compute = (host: string, storage: string, base: string): string => `
    from ${base}
    a private_address string
    a public_address string
    a networks map of network.NetworkInfo
    a ports map of network.PortInfo
    r local_storage Attachment ${storage} AttachesTo 0..
    c host ${host} < SoftwareComponent
    c os OperatingSystem
    c endpoint Endpoint.Admin
    c scalable Scalable
    c binding network.Bindable`;

const newer = (storage: string, required: string): Types => ({
  ...shared('Compute'),
  'Abstract.Compute': `
    from Root
    c host Compute`,
  Compute: compute('Compute', storage, 'Abstract.Compute'),
  'Abstract.Storage': `
    from Root
    p name string
    p size scalar-unit.size${required} = "0 MB"`,
  'Storage.ObjectStorage': `
    from Abstract.Storage
    p maxsize scalar-unit.size ?
    c storage_endpoint Endpoint`,
  'Storage.BlockStorage': `
    from Abstract.Storage
    p size - = "1 MB"
    p volume_id string ?
    p snapshot_id string ?
    c attachment Attachment`,
  'Container.Runtime': `
    from SoftwareComponent
    c host Compute < Container.Application
    c scalable Scalable`,
  'Container.Application': `
    from Root
    r host Compute Container.Runtime HostedOn 1..1
    r storage Storage - - 1..1
    r network Endpoint - - 1..1`,
});

export const publishedNodes: { readonly [version: string]: Types } = {
  '1.0': {
    ...shared('Container'),
    Compute: compute('Container', 'BlockStorage', 'Root'),
    ObjectStorage: `
    from Root
    p name string
    p size scalar-unit.size ?
    p maxsize scalar-unit.size ?
    c storage_endpoint Endpoint`,
    BlockStorage: `
    from Root
    p size scalar-unit.size
    p volume_id string ?
    p snapshot_id string ?
    c attachment Attachment`,
    'Container.Runtime': `
    from SoftwareComponent
    c host Container
    c scalable Scalable`,
    'Container.Application': `
    from Root
    r host Container Container.Runtime HostedOn 1..1`,
  },
  '1.2': newer('BlockStorage', ' ?'),
  '1.3': newer('Storage.BlockStorage', ''),
};

export const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .toSorted();
