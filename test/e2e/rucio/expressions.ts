/** Elements and expressions over which our rules are compared with Rucio's. */

import type { StorageElement } from '../../../src/domain/schedules/storage-elements.ts';

export const elements: readonly StorageElement[] = [
  {
    name: 'LAPTOP_ONE',
    bucket: 'a',
    attributes: { country: 'IT', tier: 1, disk: true, odd: 'TRUE', tape: false, one: '1', 'r.site': 'x-y' },
  },
  {
    name: 'LAPTOP_TWO',
    bucket: 'b',
    attributes: { country: 'CH', tier: 2, disk: true, space: '12.5', text: 'true', big: '1e3', low: '-1' },
  },
  { name: 'ARCHIVE', bucket: 'c', attributes: { country: 'IT', tier: 2, disk: false, words: 'one-two' } },
];

const keys = [
  'disk',
  'tape',
  'odd',
  'text',
  'one',
  'tier',
  'country',
  'big',
  'LAPTOP_ONE',
  'ARCHIVE',
  'rse',
  'NOWHERE',
];
const values = ['true', 'True', 'TRUE', 'false', 'False', '1', '2', '0', '01', '1e3', 'IT', 'it', 'LAPTOP_ONE'];
const limits = ['1', '2', '0', '-2', '1e3', '1e-3', '1_0', '999', 'inf', 'nan', '13'];
const switches = ['deterministic', 'volatile', 'staging_area', 'availability_read', 'availability_write'];

/** Rucio tells an expression that describes nothing from a wrong one. */
export const expressions: readonly string[] = [
  ...keys,
  ...['disk', 'odd', 'rse'].map((key) => `*\\${key}`),
  ...keys.flatMap((key) => values.map((value) => `${key}=${value}`)),
  ...['tier', 'space', 'big', 'low', 'one', 'disk', 'LAPTOP_ONE', 'country', 'words', 'NOWHERE'].flatMap((key) =>
    limits.flatMap((limit) => [`${key}<${limit}`, `${key}>${limit}`]),
  ),
  ...switches,
  ...switches.flatMap((key) =>
    ['true', 'True', 'false', 'FALSE', '1', '0', 'yes', '2'].map((value) => `${key}=${value}`),
  ),
  ...['rse_type', 'rse_type=DISK', 'rse_type=TAPE', 'rse_type=disk', 'vo', 'vo=def', 'vo=xyz', 'volatile<1', 'rse<3'],
  ...['r.site=x-y', '*', '(*)', '((ARCHIVE))', '*\\ARCHIVE', '*\\ARCHIV', 'ARCHIVE|LAPTOP_TWO&country=IT'],
  ...['ARCHIVE|(LAPTOP_TWO&country=IT)', '*\\country=IT\\LAPTOP_TWO', '*\\(country=IT\\ARCHIVE)', 'tier>1&disk|one=1'],
  ...['', '(', ')', 'a&', '&a', 'a||b', 'tier=1&&disk', 'country=', '=IT', 'tier=+1', '(a))', '((a)', 'a=b=c', 'a!b'],
];

/** What only we accept: a dot in a number or a name, a name that begins or ends with `-` or `_`, and blanks. docs/jobs.md says so. */
export const onlyOurs: readonly string[] = ['tier<1.5', 'space=12.5', 'r.site', '-x', 'x_', 'disk & tape', ' disk'];
