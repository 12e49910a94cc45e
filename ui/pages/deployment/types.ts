/** The last part of a TOSCA type, which is what people call it: `Compute` of `tosca.nodes.Compute`. */
export const typeName = (type: string): string => type.split('.').slice(2).join('.') || type;
