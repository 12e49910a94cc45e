const ofZabbix: readonly string[] = ['zabbix_server', 'zabbix_server_port', 'zabbix_server_metadata'];

/**
 * Properties that types of indigo-dc/tosca-types had before version 5.0.0 of the package, when every machine was one that
 * is monitored. The Infrastructure Manager fetches the package of today, so they are not sent.
 */
const dropped: ReadonlyMap<string, readonly string[]> = new Map([
  ['tosca.nodes.indigo.Compute', ofZabbix],
  ['tosca.nodes.indigo.MonitoredCompute', ofZabbix],
]);

export const droppedProperties = (type: string): readonly string[] => dropped.get(type) ?? [];
