/** Schemas of the catalog. */

import * as v from 'valibot';
import { described, text } from './parts.ts';

const item = {
  name: described(v.string(), 'unique; the name of the file without its ending'),
  title: v.string(),
  description: text,
  icon: described(text, 'an address, as the metadata have it'),
  tags: v.array(v.string()),
  problems: described(v.array(v.string()), 'files of it that cannot be read'),
};

export const catalogItem = v.strictObject(item);

export const catalogEntry = v.strictObject({
  ...item,
  template: described(v.string(), 'the text'),
  metadata: described(v.record(v.string(), v.unknown()), 'of `<name>.metadata.yml`, else of the template itself'),
  parameters: described(
    v.optional(v.record(v.string(), v.unknown())),
    '`<name>.parameters.yml`, which says how a form shows the inputs',
  ),
});
