import { type Random, randomFrom } from '../random.ts'

const MESSAGE_FAULTS = ['429', '5xx', 'hang', 'half_body', 'silence', 'forbidden'] as const
export const FAULTS = {
  shopify: [
    '429',
    '5xx',
    'hang',
    'slow',
    'half_body',
    'graphql_errors',
    'token_revoked',
    'bulk_refused',
    'forbidden',
  ],
  mail: ['421', '451', '550', 'hang'],
  slack: [...MESSAGE_FAULTS, 'gone'],
  twilio: MESSAGE_FAULTS,
  stripe: [...MESSAGE_FAULTS, 'slow'],
} as const

export type Provider = keyof typeof FAULTS
export const providers = Object.keys(FAULTS) as Provider[]
export type Fault<Each extends Provider = Provider> = (typeof FAULTS)[Each][number]

export interface ActiveFault {
  provider: Provider
  kind: Fault
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
  draw<Each extends Provider>(provider: Each, shop: string | null = null): Fault<Each> | null {
    const ofProvider = this.faults.filter((each) => each.provider === provider)
    const fault =
      ofProvider.find((each) => each.shop !== null && each.shop === shop) ??
      ofProvider.find((each) => each.shop === null)
    return fault && this.random() < fault.ratio ? (fault.kind as Fault<Each>) : null
  }
}
