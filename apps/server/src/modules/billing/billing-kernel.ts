import type { Tx } from '../../database/app-database.ts'
import type { StripeGateway } from '../../integrations/stripe/index.ts'
import type { Kernel } from '../../kernel.ts'

/** What the billing functions need. */
export interface BillingKernel extends Kernel {
  stripe: StripeGateway
  /** Runs in the transaction that ends a merchant's read-only state. */
  onReopened(tx: Tx, merchantId: number): Promise<void>
}
