import { vi } from 'vitest'
import type * as payment from '../accounts/payment/leave-for-payment.ts'
import type * as leaving from '../ui/browser/leave-site.ts'
import type * as reloading from '../ui/browser/reload-page.ts'

// What leaves or reloads a page, which jsdom cannot. `setup.ts` replaces the functions of the app by these for all
// files: files share their modules, so that no file can replace a module for itself.
export const leaveSite = vi.fn<typeof leaving.leaveSite>()
export const reloadPage = vi.fn<typeof reloading.reloadPage>()
export const leaveForPayment = vi.fn<typeof payment.leaveForPayment>()
