import type { Tx } from '../../kernel/database/app-database.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { StripeGateway } from '../../providers/stripe/index.ts'

/** What the billing functions need. */
export interface BillingKernel extends Kernel {
  stripe: StripeGateway
  /** Runs in the transaction that ends a merchant's read-only state. */
  onReopened(tx: Tx, merchantId: number): Promise<void>
}
