/** The resource by which Application Auto Scaling knows a service; `service`: its logical id. */
export const targetOf = (service: string): string => `${service}Scaling`;
