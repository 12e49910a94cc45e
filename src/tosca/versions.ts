/** The TOSCA versions this processor knows, by every name a template may give them. */
export type Version = '1.0' | '1.1' | '1.2' | '1.3' | '2.0';

export const definitionsVersions: Readonly<Record<string, Version>> = {
  tosca_simple_yaml_1_0: '1.0',
  tosca_simple_yaml_1_0_0: '1.0',
  tosca_simple_yaml_1_1: '1.1',
  tosca_simple_yaml_1_2: '1.2',
  tosca_simple_yaml_1_3: '1.3',
  tosca_2_0: '2.0',
  // the profile for NFV is written in the language of 1.1; its types are imported
  tosca_simple_profile_for_nfv_1_0: '1.1',
  tosca_simple_profile_for_nfv_1_0_0: '1.1',
  'http://docs.oasis-open.org/tosca/ns/simple/yaml/1.0': '1.0',
  'http://docs.oasis-open.org/tosca/ns/simple/yaml/1.1': '1.1',
  'http://docs.oasis-open.org/tosca/ns/simple/yaml/1.2': '1.2',
  'http://docs.oasis-open.org/tosca/ns/simple/yaml/1.3': '1.3',
  'http://docs.oasis-open.org/tosca/ns/simple/yaml/1.0/nfv/1.0': '1.1',
  'http://docs.oasis-open.org/tosca/ns/2.0': '2.0',
};

export const shortName = (version: Version): string =>
  version === '2.0' ? 'tosca_2_0' : `tosca_simple_yaml_${version.replace('.', '_')}`;
