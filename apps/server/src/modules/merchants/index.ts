export { ensureMerchant } from './ensure-merchant.ts'
