export const accounts = ['111111111111', '222222222222'] as const;
export const regions = ['eu-central-1', 'eu-west-1'] as const;
