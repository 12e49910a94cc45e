/** Reads a template that a call only names. */

import { type Bag, textOf } from './protocol/json.ts';
import { invalid } from './protocol/refusal.ts';

const longestTemplate = 1_048_576;

/** Only from this machine: the sandbox calls nobody else. */
const isHere = ({ hostname, protocol }: URL): boolean =>
  protocol === 'http:' && (hostname === '127.0.0.1' || hostname === 'localhost' || hostname.endsWith('.localhost'));

/** The parameters with the template's text in TemplateBody. */
export async function withTemplate(params: Bag): Promise<Bag> {
  const given = textOf(params['TemplateURL']);
  if (given === undefined) return params;
  if (params['TemplateBody'] !== undefined)
    throw invalid('Only one of Template URL and Template Body may be specified.');
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !isHere(url)) throw invalid('TemplateURL must be a supported URL.');
  const answer = await fetch(url);
  const body = await answer.text();
  if (answer.status === 404) throw invalid('S3 error: The specified key does not exist.');
  if (!answer.ok) throw invalid('S3 error: Access Denied');
  if (Buffer.byteLength(body) > longestTemplate)
    throw invalid(`Template may not exceed ${longestTemplate} bytes in size.`);
  return { ...params, TemplateBody: body };
}
