import { resourcesIn } from './stack-parts.ts';

/** The resource by which Application Auto Scaling knows a service; `service`: its logical id. */
export const targetOf = (service: string): string => `${service}Scaling`;

/** Ids that scalable targets of a template name, in whichever form: a template may have its own ones. */
export const scaledIn = (template: { readonly [section: string]: unknown }): ReadonlySet<string> => {
  const resources = resourcesIn(template);
  const targets = Object.values(resources).filter(({ Type }) => Type === 'AWS::ApplicationAutoScaling::ScalableTarget');
  const named = targets.map(({ Properties }) => JSON.stringify(Properties?.['ResourceId'] ?? ''));
  return new Set(Object.keys(resources).filter((id) => named.some((text) => refersTo(text, id))));
};

/** As `{"Ref":"shop"}`, `{"Fn::GetAtt":["shop","Name"]}`, or in the text of Fn::Sub. */
const refersTo = (text: string, id: string): boolean =>
  text.includes(`"${id}"`) || text.includes(`${'$'}{${id}.`) || text.includes(`${'$'}{${id}}`);
