import type { Tx } from '../../database/app-database.ts'
import type { StripeGateway } from '../../integrations/stripe/index.ts'
import type { Kernel } from '../../kernel.ts'

/** What the verbs of billing are built from. */
export interface BillingKernel extends Kernel {
  stripe: StripeGateway
  /** Told, in the transaction that opens it, when a merchant may change things again. */
  onReopened(tx: Tx, merchantId: number): Promise<void>
}
