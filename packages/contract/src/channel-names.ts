/** Apart from the schemas of channels, which the first screen does not need. */
export const channelNames = ['slack', 'email', 'sms'] as const
export type ChannelName = (typeof channelNames)[number]
