import { useRead } from '../../../data/read.ts';
import { service } from '../../../data/service.ts';
import { Loading, Problem } from '../../../parts/notice.tsx';
import { TemplateText } from '../../../template/template-text.tsx';
import type { TabProps } from '../tab-props.ts';

/** The template in force, as it was sent. */
export const TemplateTab = ({ view }: TabProps) => {
  const { uuid, name, operation } = view;
  const { value, problem } = useRead(() => service.template(uuid), [uuid, operation.id]);
  if (value === undefined && problem !== undefined) return <Problem error={problem} />;
  if (value === undefined) return <Loading what="the template" />;
  return <TemplateText text={value} name={name} />;
};
