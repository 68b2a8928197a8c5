import { type Random, randomFrom } from '../random.ts'

export const SHOPIFY_FAULTS = [
  '429',
  '5xx',
  'hang',
  'slow',
  'half_body',
  'graphql_errors',
  'token_revoked',
  'bulk_refused',
  'forbidden',
] as const
export const MAIL_FAULTS = ['421', '451', '550', 'hang'] as const
const MESSAGE_FAULTS = ['429', '5xx', 'hang', 'half_body', 'silence', 'forbidden'] as const
export const SLACK_FAULTS = [...MESSAGE_FAULTS, 'gone'] as const
export const TWILIO_FAULTS = MESSAGE_FAULTS
export const STRIPE_FAULTS = [...MESSAGE_FAULTS, 'slow'] as const

export type ShopifyFault = (typeof SHOPIFY_FAULTS)[number]
export type MailFault = (typeof MAIL_FAULTS)[number]
export type SlackFault = (typeof SLACK_FAULTS)[number]
export type TwilioFault = (typeof TWILIO_FAULTS)[number]
export type StripeFault = (typeof STRIPE_FAULTS)[number]

interface FaultOfProvider {
  shopify: ShopifyFault
  mail: MailFault
  slack: SlackFault
  twilio: TwilioFault
  stripe: StripeFault
}

export type Provider = keyof FaultOfProvider

export interface ActiveFault {
  provider: Provider
  kind: FaultOfProvider[Provider]
  /** Shop domain; null = all shops. */
  shop: string | null
  /** Share of the requests that are affected. */
  ratio: number
}

/** The active faults, one for each provider and shop. They are reset at a restart. */
export class FaultSwitches {
  private faults: ActiveFault[] = []
  private readonly random: Random = randomFrom(3)

  list(): readonly ActiveFault[] {
    return this.faults
  }

  set(fault: ActiveFault): void {
    const { provider, shop } = fault
    this.faults = [...this.faults.filter((each) => each.provider !== provider || each.shop !== shop), fault]
  }

  /** Removes the fault of a shop, or without a shop all faults of the provider. */
  clear(provider: Provider, shop: string | null): void {
    this.faults = this.faults.filter(
      (each) => each.provider !== provider || (shop !== null && each.shop !== shop),
    )
  }

  /**
   * Decides by its ratio whether a fault hits this request, and returns it or null. A fault of the shop takes
   * precedence over one for all shops.
   */
  draw<Each extends Provider>(provider: Each, shop: string | null = null): FaultOfProvider[Each] | null {
    const ofProvider = this.faults.filter((each) => each.provider === provider)
    const fault =
      ofProvider.find((each) => each.shop !== null && each.shop === shop) ??
      ofProvider.find((each) => each.shop === null)
    return fault && this.random() < fault.ratio ? (fault.kind as FaultOfProvider[Each]) : null
  }
}
