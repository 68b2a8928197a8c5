import type { ReadContext, Readers } from './readers.ts'

export const shopReaders: Readers = {
  Shop: {
    fields: {
      id: (_source, _args, { store }) => store.ids.gidOf('Shop', 0),
      name: (_source, _args, { store }) => store.profile.name,
      email: (_source, _args, { store }) => store.profile.email,
      contactEmail: (_source, _args, { store }) => store.profile.email,
      myshopifyDomain: (_source, _args, { store }) => store.profile.domain,
      currencyCode: (_source, _args, { store }) => store.profile.currencyCode,
      ianaTimezone: (_source, _args, { store }) => store.profile.timeZone,
      shopAddress: () => ({}),
      timezoneOffsetMinutes: (_source, _args, { store, now }) => store.calendar.offsetMs(now) / 60_000,
      primaryDomain: (_source, _args, { store }) => ({
        host: store.profile.domain,
        url: `https://${store.profile.domain}`,
      }),
      plan: () => ({ publicDisplayName: 'Sandbox', partnerDevelopment: true, shopifyPlus: false }),
    },
  },
  ShopAddress: {
    fields: {
      id: (_source, _args, { store }) => store.ids.gidOf('ShopAddress', 0),
      countryCodeV2: (_source, _args, { store }) => store.profile.countryCode,
    },
  },
  AppInstallation: {
    fields: {
      id: (_source, _args, { store }) => store.ids.gidOf('AppInstallation', 0),
      accessScopes: (_source, _args, context: ReadContext) =>
        [...context.scopes].map((handle) => ({ handle })),
    },
  },
}
